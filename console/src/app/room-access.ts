import { isPermitted, type StaffRole } from '@clinic/contract/staff/permissions.ts'
import type { RoomFacts } from './room-facts.ts'
import { isMainRoom, MAIN_ROOMS, type MainRoomKey, ROOM_KEYS, ROOMS, type RoomKey } from './rooms.ts'

/** Whether there is such a room in a clinic. */
export const isThere = ({ sandbox }: { sandbox: boolean }, key: RoomKey): boolean =>
  sandbox || !('inSandbox' in ROOMS[key])

/** What the room shows that is told as it changes. */
/** The room of the navigation that a room is in: itself, or the one from which it is reached. */
export function mainRoomOf(key: RoomKey | undefined): MainRoomKey | undefined {
  if (key === undefined || isMainRoom(key)) return key
  const { within }: RoomFacts = ROOMS[key]
  return mainRoomOf(ROOM_KEYS.find(each => each === within))
}

export function mayOpen(role: StaffRole, key: RoomKey): boolean {
  const { permission } = ROOMS[key]
  return permission === null || isPermitted(role, permission)
}

/** The rooms that a clinic's navigation leads a person to. */
export const roomsOf = (clinic: { role: StaffRole; sandbox: boolean }): MainRoomKey[] =>
  MAIN_ROOMS.filter(key => isThere(clinic, key) && mayOpen(clinic.role, key))
