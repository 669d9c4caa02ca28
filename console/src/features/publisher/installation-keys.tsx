import { Button, Group, Stack, Text } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useTexts } from '../../lib/language-choice.tsx'
import { isProblem } from '../../lib/problem.ts'
import { usePublisherReadAll } from '../../lib/publisher.ts'
import type { PublisherReturned } from '../../lib/publisher-api.ts'
import type { Column } from '../../ui/grid/column.ts'
import { Grid } from '../../ui/grid/grid.tsx'
import { Day, Ltr, Moment, Name } from '../../ui/isolated.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { UrlDrawer, useDrawer } from '../../ui/url-drawer.tsx'
import { accessTexts } from '../plugins/access-texts.ts'
import { stateOf } from '../plugins/key-state.ts'
import type { InstallationProps } from './installation.ts'
import { InstallationKey } from './installation-key.tsx'
import { installationTexts } from './installation-texts.ts'
import { NewInstallationKey } from './new-installation-key.tsx'

type Token = PublisherReturned<'listOwnTokens'>

/** The keys that the plugin calls with in this clinic, where they are the publisher's to make. */
export function InstallationKeys({ installation: { id } }: InstallationProps) {
  const t = useTexts(accessTexts)
  const words = useTexts(installationTexts)
  const drawer = useDrawer()
  const keys = usePublisherReadAll('listOwnTokens', { installationId: id })
  const columns = useColumns()
  const opened = keys.data?.find(one => one.id === drawer.opened)
  if (isProblem(keys.error, 'not_permitted')) return <Notice>{words.notHandedOver}</Notice>
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Text c="dimmed" className="row-text">
          {t.keysLead}
        </Text>
        <Button size="sm" onClick={() => drawer.open('new')}>
          {t.newKey}
        </Button>
      </Group>
      <Loaded query={keys} rows={1} height={160}>
        {found => (
          <Grid
            label={t.keys}
            rows={found}
            columns={columns}
            idOf={one => one.id}
            nameOf={({ name, hint }) => name ?? hint}
            onOpen={one => drawer.open(one.id)}
            empty={
              <Empty icon={<IconKey size={22} stroke={1.6} />} title={t.noKeys}>
                {t.noKeysLead}
              </Empty>
            }
          />
        )}
      </Loaded>
      <UrlDrawer name="new" title={t.newKey}>
        {() => <NewInstallationKey installationId={id} />}
      </UrlDrawer>
      {opened && (
        <UrlDrawer name={opened.id} title={opened.name ?? t.unnamed}>
          {() => <InstallationKey installationId={id} token={opened} />}
        </UrlDrawer>
      )}
    </Stack>
  )
}

function useColumns(): readonly Column<Token>[] {
  const t = useTexts(accessTexts)
  return [
    { key: 'name', title: t.name, cell: ({ name }) => <Name>{name ?? t.unnamed}</Name>, by: ({ name }) => name ?? '' },
    {
      key: 'state',
      title: t.state,
      cell: token => (
        <span className="tag" data-tone={stateOf(token) === 'works' ? undefined : 'quiet'}>
          {t.keyStates[stateOf(token)]}
        </span>
      ),
      by: stateOf,
    },
    { key: 'hint', title: t.hint, cell: ({ hint }) => <Ltr>{hint}</Ltr> },
    {
      key: 'made',
      title: t.madeAt,
      cell: ({ createdAt }) => <Moment at={createdAt} />,
      by: ({ createdAt }) => createdAt,
    },
    {
      key: 'ends',
      title: t.ends,
      cell: ({ expiresAt }) => (expiresAt === null ? t.endsNever : <Day at={expiresAt} />),
      by: ({ expiresAt }) => expiresAt ?? '9999',
    },
  ]
}
