import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { publisherHref } from '../../app/publisher-rooms.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useIsAtLeast } from '../../lib/own-publisher.ts'
import { usePublisherId } from '../../lib/publisher.ts'
import { Room } from '../../ui/room.tsx'
import { RoomTabs, useTab } from '../../ui/room-tabs.tsx'
import { Loaded } from '../../ui/states.tsx'
import { PluginDetails } from './plugin-details.tsx'
import { ownPluginTexts } from './plugin-texts.ts'
import { type OwnPlugin, useOwnPlugin } from './use-own-plugin.ts'
import { Versions } from './versions.tsx'

/** One plugin of the publisher: its versions, and what is said of it besides. */
export function OwnPluginPage() {
  const t = useTexts(ownPluginTexts)
  const plugin = useOwnPlugin()
  if (plugin.data) return <Shown plugin={plugin.data} />
  return (
    <Room title={t.title}>
      <Loaded query={plugin} rows={2} height={200}>
        {() => null}
      </Loaded>
    </Room>
  )
}

const PARTS = { versions: Versions, details: PluginDetails }

function Shown({ plugin }: { plugin: OwnPlugin }) {
  const t = useTexts(ownPluginTexts)
  const publisherId = usePublisherId()
  const uploads = useIsAtLeast('DEVELOPER')
  const parts = { versions: t.versions, details: t.details }
  const Part = PARTS[useTab(parts) ?? 'versions']
  return (
    <Room
      title={plugin.slug}
      state={<span className="tag">{t.visibilities[plugin.visibility]}</span>}
      actions={
        uploads && (
          <Button component={Link} to={publisherHref(publisherId, 'newVersion', { id: plugin.id })}>
            {t.newVersion}
          </Button>
        )
      }
    >
      <RoomTabs label={t.parts} tabs={parts} />
      <Part plugin={plugin} />
    </Room>
  )
}
