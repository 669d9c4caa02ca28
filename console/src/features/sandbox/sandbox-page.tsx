import { useTexts } from '../../lib/language-choice.tsx'
import { Room } from '../../ui/room.tsx'
import { RoomTabs, useTab } from '../../ui/room-tabs.tsx'
import { CauseEvent } from './cause-event.tsx'
import { Faults } from './faults.tsx'
import { MoveTime } from './move-time.tsx'
import { Reset } from './reset.tsx'
import { sandboxTexts } from './texts.ts'

const PARTS = { event: CauseEvent, time: MoveTime, faults: Faults, reset: Reset }

/** Where plugins are tried out: events, time, faults, and the way back to the beginning. */
export function SandboxPage() {
  const t = useTexts(sandboxTexts)
  const Part = PARTS[useTab(t.tabs) ?? 'event']
  return (
    <Room title={t.title} lead={t.lead}>
      <RoomTabs label={t.parts} tabs={t.tabs} />
      <Part />
    </Room>
  )
}
