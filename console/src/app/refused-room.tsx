import { PERMISSIONS } from '@clinic/contract/staff/permissions.ts'
import { useTexts } from '../lib/language-choice.tsx'
import { Room } from '../ui/room.tsx'
import { HomeLink } from './home-link.tsx'
import { ROOMS, type RoomKey } from './rooms.ts'
import { shell } from './texts.ts'

/** In place of a room that the role may not open: which roles may. */
export function RefusedRoom({ room }: { room: RoomKey }) {
  const t = useTexts(shell)
  const { permission } = ROOMS[room]
  const roles = permission === null ? [] : PERMISSIONS[permission].roles
  return (
    <Room title={t.refused} lead={t.refusedLead(t[room])}>
      <ul className="scopes">
        {roles.map(role => (
          <li key={role}>{t.roles[role]}</li>
        ))}
      </ul>
      <HomeLink />
    </Room>
  )
}
