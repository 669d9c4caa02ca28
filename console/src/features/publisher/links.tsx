import { Button, Group, Stack, Text } from '@mantine/core'
import { IconLink } from '@tabler/icons-react'
import { useTexts } from '../../lib/language-choice.tsx'
import { isPast } from '../../lib/moments.ts'
import { useIsAtLeast } from '../../lib/own-publisher.ts'
import { usePublisherReadAll, usePublisherWrite } from '../../lib/publisher.ts'
import type { PublisherReturned } from '../../lib/publisher-api.ts'
import { Confirm } from '../../ui/confirm.tsx'
import type { Column } from '../../ui/grid/column.ts'
import { Grid } from '../../ui/grid/grid.tsx'
import { Day } from '../../ui/isolated.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { UrlDrawer, useDrawer } from '../../ui/url-drawer.tsx'
import { linkTexts } from './link-texts.ts'
import { NewLink } from './new-link.tsx'
import type { OwnPlugin } from './use-own-plugin.ts'

type InstallLink = PublisherReturned<'listInstallLinks'>

const stateOf = ({ endedAt, expiresAt, used, clinics }: InstallLink) =>
  endedAt !== null || isPast(expiresAt) ? 'ended' : used >= clinics ? 'used' : 'good'

/** The links by which clinics come to a private plugin. */
export function Links({ plugin }: { plugin: OwnPlugin }) {
  const t = useTexts(linkTexts)
  const drawer = useDrawer()
  const makes = useIsAtLeast('OWNER')
  const links = usePublisherReadAll('listInstallLinks', { id: plugin.id })
  const columns = useColumns(plugin.id, makes)
  return (
    <Stack gap="md">
      {plugin.visibility === 'LISTED' && <Notice>{t.listed}</Notice>}
      {plugin.publishedVersion === null && <Notice tone="warn">{t.notPublished}</Notice>}
      <Group justify="space-between">
        <Text c="dimmed" className="row-text">
          {t.lead}
        </Text>
        {makes && (
          <Button size="sm" onClick={() => drawer.open('link')}>
            {t.newLink}
          </Button>
        )}
      </Group>
      <Loaded query={links} rows={1} height={160}>
        {found => (
          <Grid
            label={t.tab}
            rows={found}
            columns={columns}
            idOf={({ id }) => id}
            nameOf={({ createdAt }) => createdAt}
            empty={
              <Empty icon={<IconLink size={22} stroke={1.6} />} title={t.none}>
                {t.noneLead}
              </Empty>
            }
          />
        )}
      </Loaded>
      {makes && (
        <UrlDrawer name="link" title={t.newLink}>
          {() => <NewLink pluginId={plugin.id} />}
        </UrlDrawer>
      )}
    </Stack>
  )
}

function useColumns(pluginId: string, ends: boolean): readonly Column<InstallLink>[] {
  const t = useTexts(linkTexts)
  return [
    { key: 'made', title: t.made, cell: ({ createdAt }) => <Day at={createdAt} />, by: ({ createdAt }) => createdAt },
    {
      key: 'state',
      title: t.state,
      cell: link => (
        <span className="tag" data-tone={stateOf(link) === 'good' ? undefined : 'quiet'}>
          {t.states[stateOf(link)]}
        </span>
      ),
      by: stateOf,
    },
    { key: 'used', title: t.used, cell: ({ used, clinics }) => t.usedOf(used, clinics) },
    { key: 'ends', title: t.ends, cell: ({ expiresAt }) => <Day at={expiresAt} />, by: ({ expiresAt }) => expiresAt },
    ...(ends
      ? [
          {
            key: 'end',
            title: t.end,
            cell: (link: InstallLink) => stateOf(link) === 'good' && <EndLink pluginId={pluginId} linkId={link.id} />,
          },
        ]
      : []),
  ]
}

function EndLink({ pluginId, linkId }: { pluginId: string; linkId: string }) {
  const t = useTexts(linkTexts)
  const ending = usePublisherWrite('endInstallLink', { changes: ['listInstallLinks'], said: () => t.wasEnded })
  return (
    <Confirm
      trigger={open => (
        <Button variant="light" color="red" size="compact-sm" onClick={open}>
          {t.end}
        </Button>
      )}
      title={t.endTitle}
      deed={t.end}
      pending={ending.isPending}
      error={ending.error}
      act={() => ending.mutateAsync({ id: pluginId, linkId })}
    >
      <Text>{t.endLead}</Text>
    </Confirm>
  )
}
