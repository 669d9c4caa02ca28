import { useTexts } from '../lib/language-choice.tsx'
import { Room } from '../ui/room.tsx'
import { HomeLink } from './home-link.tsx'
import { shell } from './texts.ts'

/** Where an address leads to no room. */
export function LostRoom() {
  const t = useTexts(shell)
  return (
    <Room title={t.lost} lead={t.lostLead}>
      <HomeLink />
    </Room>
  )
}
