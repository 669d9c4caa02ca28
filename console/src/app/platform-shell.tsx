import { IconClipboardCheck } from '@tabler/icons-react'
import { reviewTexts } from '../features/platform/texts.ts'
import { useTexts } from '../lib/language-choice.tsx'
import { WorkplaceName } from '../ui/room.tsx'
import { AccountGroup, RailGroup, RailLink } from './rail.tsx'
import { Shell } from './shell.tsx'
import { WorkplaceRooms } from './workplace-rooms.ts'

/** The frame of what belongs to the platform itself. */
export function PlatformShell() {
  const t = useTexts(reviewTexts)
  const room = { key: 'reviews', name: t.title, to: '/platform/review', go: 'r' }
  return (
    <WorkplaceRooms value={[room]}>
      <WorkplaceName value={t.platform}>
        <Shell
          rail={
            <>
              <RailGroup title={t.platform}>
                <RailLink icon={IconClipboardCheck} label={t.title} to={room.to} />
              </RailGroup>
              <AccountGroup />
            </>
          }
        />
      </WorkplaceName>
    </WorkplaceRooms>
  )
}
