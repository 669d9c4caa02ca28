import { IconVersions } from '@tabler/icons-react'
import { publisherHref } from '../../app/publisher-rooms.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { usePublisherId, usePublisherReadAll } from '../../lib/publisher.ts'
import type { PublisherReturned } from '../../lib/publisher-api.ts'
import type { Column } from '../../ui/grid/column.ts'
import { Grid } from '../../ui/grid/grid.tsx'
import { Ltr, Moment } from '../../ui/isolated.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { ownPluginTexts } from './plugin-texts.ts'
import type { OwnPlugin } from './use-own-plugin.ts'
import { VersionState } from './version-state.tsx'

type OwnVersion = PublisherReturned<'listOwnVersions'>

/** What was uploaded of the plugin, newest first. */
export function Versions({ plugin: { id } }: { plugin: OwnPlugin }) {
  const t = useTexts(ownPluginTexts)
  const publisherId = usePublisherId()
  const versions = usePublisherReadAll('listOwnVersions', { id })
  const columns = useColumns()
  return (
    <Loaded query={versions} rows={1} height={160}>
      {found => (
        <Grid
          label={t.versions}
          rows={found}
          columns={columns}
          idOf={one => one.id}
          nameOf={({ version }) => version}
          href={({ version }) => publisherHref(publisherId, 'ownVersion', { id, version })}
          empty={
            <Empty icon={<IconVersions size={22} stroke={1.6} />} title={t.noVersion}>
              {t.noVersionLead}
            </Empty>
          }
        />
      )}
    </Loaded>
  )
}

function useColumns(): readonly Column<OwnVersion>[] {
  const t = useTexts(ownPluginTexts)
  return [
    { key: 'version', title: t.version, cell: ({ version }) => <Ltr>{version}</Ltr> },
    { key: 'state', title: t.state, cell: ({ state }) => <VersionState state={state} />, by: ({ state }) => state },
    {
      key: 'uploaded',
      title: t.uploadedAt,
      cell: ({ uploadedAt }) => <Moment at={uploadedAt} />,
      by: ({ uploadedAt }) => uploadedAt,
    },
    {
      key: 'published',
      title: t.publishedAt,
      cell: ({ publishedAt }) => (publishedAt === null ? t.nothing : <Moment at={publishedAt} />),
      by: ({ publishedAt }) => publishedAt ?? '',
    },
  ]
}
