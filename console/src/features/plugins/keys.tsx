import { Button, Group, Stack, Text } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useTexts } from '../../lib/language-choice.tsx'
import { useReadAll } from '../../lib/use-read.ts'
import { useWrite } from '../../lib/use-write.ts'
import { Confirm } from '../../ui/confirm.tsx'
import type { Column } from '../../ui/grid/column.ts'
import { Grid } from '../../ui/grid/grid.tsx'
import { Day, Ltr, Moment, Name } from '../../ui/isolated.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { UrlDrawer, useDrawer } from '../../ui/url-drawer.tsx'
import { accessTexts } from './access-texts.ts'
import { KeyDrawer } from './key-drawer.tsx'
import { type Key, stateOf } from './key-state.ts'
import { NewKey } from './new-key.tsx'
import type { PluginProps } from './plugin-props.ts'

/** The keys that the plugin calls with. */
export function Keys({ plugin }: PluginProps) {
  const t = useTexts(accessTexts)
  const drawer = useDrawer()
  const keys = useReadAll('listPluginTokens', { id: plugin.id })
  const opened = keys.data?.find(({ id }) => id === drawer.opened)
  const add = (
    <Button size="sm" onClick={() => drawer.open('new')}>
      {t.newKey}
    </Button>
  )
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Text c="dimmed">{t.keysLead}</Text>
        {add}
      </Group>
      <Loaded query={keys} rows={1} height={160}>
        {found => <KeyGrid plugin={plugin} found={found} />}
      </Loaded>
      <UrlDrawer name="new" title={t.newKey}>
        {() => <NewKey plugin={plugin} />}
      </UrlDrawer>
      {opened && (
        <UrlDrawer name={opened.id} title={opened.name ?? t.unnamed}>
          {() => <KeyDrawer plugin={plugin} token={opened} />}
        </UrlDrawer>
      )}
    </Stack>
  )
}

function KeyGrid({ plugin, found }: PluginProps & { found: readonly Key[] }) {
  const t = useTexts(accessTexts)
  const drawer = useDrawer()
  return (
    <Grid
      label={t.keys}
      rows={found}
      columns={useColumns()}
      idOf={({ id }) => id}
      nameOf={({ name, hint }) => name ?? hint}
      onOpen={({ id }) => drawer.open(id)}
      bulk={ticked => <RevokeTicked plugin={plugin} ticked={ticked.filter(key => stateOf(key) === 'works')} />}
      empty={
        <Empty icon={<IconKey size={22} stroke={1.6} />} title={t.noKeys}>
          {t.noKeysLead}
        </Empty>
      }
    />
  )
}

function useColumns(): readonly Column<Key>[] {
  const t = useTexts(accessTexts)
  return [
    {
      key: 'name',
      title: t.name,
      cell: ({ name }) => <Name>{name ?? t.unnamed}</Name>,
      by: ({ name }) => name ?? '',
    },
    {
      key: 'state',
      title: t.state,
      cell: key => <KeyState state={stateOf(key)} />,
      by: key => stateOf(key),
    },
    { key: 'hint', title: t.hint, cell: ({ hint }) => <Ltr>{hint}</Ltr> },
    {
      key: 'used',
      title: t.lastUsed,
      cell: ({ lastUsedAt }) => (lastUsedAt === null ? t.neverUsed : <Moment at={lastUsedAt} />),
      by: ({ lastUsedAt }) => lastUsedAt ?? '',
    },
    { key: 'made', title: t.madeAt, cell: ({ createdAt }) => <Day at={createdAt} />, by: ({ createdAt }) => createdAt },
    {
      key: 'ends',
      title: t.ends,
      cell: ({ expiresAt }) => (expiresAt === null ? t.endsNever : <Day at={expiresAt} />),
      by: ({ expiresAt }) => expiresAt ?? '9999',
    },
  ]
}

function KeyState({ state }: { state: ReturnType<typeof stateOf> }) {
  const t = useTexts(accessTexts)
  return (
    <span className="tag" data-tone={state === 'works' ? undefined : 'quiet'}>
      {t.keyStates[state]}
    </span>
  )
}

function RevokeTicked({ plugin, ticked }: PluginProps & { ticked: readonly Key[] }) {
  const t = useTexts(accessTexts)
  const revoking = useWrite('revokePluginToken', { changes: ['listPluginTokens'], said: () => t.keyRevoked })
  if (ticked.length === 0) return null
  return (
    <Confirm
      trigger={open => (
        <Button variant="light" color="red" size="sm" onClick={open}>
          {t.revokeMany(ticked.length)}
        </Button>
      )}
      title={t.revokeTitle}
      deed={t.revokeMany(ticked.length)}
      pending={revoking.isPending}
      error={revoking.error}
      act={async () => {
        for (const { id: tokenId } of ticked) await revoking.mutateAsync({ id: plugin.id, tokenId })
      }}
    >
      <Text>{t.revokeLead}</Text>
    </Confirm>
  )
}
