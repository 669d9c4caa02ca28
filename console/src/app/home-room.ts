import type { StaffRole } from '@clinic/contract/staff/permissions.ts'
import { mayOpen } from './room-access.ts'
import type { RoomFacts } from './room-facts.ts'
import { MAIN_ROOMS, type MainRoomKey, ROOMS, type RoomKey } from './rooms.ts'

const homesOf = (key: RoomKey): readonly StaffRole[] => {
  const { home = [] }: RoomFacts = ROOMS[key]
  return home
}

/** Where a role begins: its own room, else the first that it may open and that is not where another role's work begins. */
export function homeOf(role: StaffRole): MainRoomKey {
  const open = MAIN_ROOMS.filter(key => mayOpen(role, key))
  return open.find(key => homesOf(key).includes(role)) ?? open.find(key => homesOf(key).length === 0) ?? 'assistants'
}
