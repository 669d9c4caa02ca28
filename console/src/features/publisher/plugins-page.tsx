import { Button } from '@mantine/core'
import { IconPuzzle } from '@tabler/icons-react'
import { publisherHref } from '../../app/publisher-rooms.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useIsAtLeast } from '../../lib/own-publisher.ts'
import { usePublisherId, usePublisherReadAll } from '../../lib/publisher.ts'
import type { PublisherReturned } from '../../lib/publisher-api.ts'
import type { Column } from '../../ui/grid/column.ts'
import { Grid } from '../../ui/grid/grid.tsx'
import { Day, Ltr } from '../../ui/isolated.tsx'
import { Room } from '../../ui/room.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { UrlDrawer, useDrawer } from '../../ui/url-drawer.tsx'
import { NewPlugin } from './new-plugin.tsx'
import { ownPluginTexts } from './plugin-texts.ts'

type OwnPlugin = PublisherReturned<'listOwnPlugins'>

/** The plugins of the publisher, with what of each clinics get. */
export function OwnPluginsPage() {
  const t = useTexts(ownPluginTexts)
  const publisherId = usePublisherId()
  const drawer = useDrawer()
  const adds = useIsAtLeast('DEVELOPER')
  const plugins = usePublisherReadAll('listOwnPlugins', {})
  const columns = useColumns()
  return (
    <Room
      title={t.title}
      lead={t.lead}
      actions={adds && <Button onClick={() => drawer.open('new')}>{t.newPlugin}</Button>}
    >
      <Loaded query={plugins} rows={1} height={160}>
        {found => (
          <Grid
            label={t.title}
            rows={found}
            columns={columns}
            idOf={({ id }) => id}
            nameOf={({ slug }) => slug}
            href={({ id }) => publisherHref(publisherId, 'ownPlugin', { id })}
            empty={
              <Empty icon={<IconPuzzle size={22} stroke={1.6} />} title={t.none}>
                {adds ? t.noneLead : t.viewerNone}
              </Empty>
            }
          />
        )}
      </Loaded>
      {adds && (
        <UrlDrawer name="new" title={t.newPlugin}>
          {() => <NewPlugin />}
        </UrlDrawer>
      )}
    </Room>
  )
}

function useColumns(): readonly Column<OwnPlugin>[] {
  const t = useTexts(ownPluginTexts)
  const number = (version: string | null) => (version === null ? t.nothing : <Ltr>{version}</Ltr>)
  return [
    { key: 'slug', title: t.slug, cell: ({ slug }) => <Ltr>{slug}</Ltr>, by: ({ slug }) => slug },
    {
      key: 'visibility',
      title: t.visibility,
      cell: ({ visibility }) => t.visibilities[visibility],
      by: ({ visibility }) => visibility,
    },
    { key: 'published', title: t.published, cell: ({ publishedVersion }) => number(publishedVersion) },
    { key: 'newest', title: t.newest, cell: ({ newestVersion }) => number(newestVersion) },
    { key: 'made', title: t.madeAt, cell: ({ createdAt }) => <Day at={createdAt} />, by: ({ createdAt }) => createdAt },
  ]
}
