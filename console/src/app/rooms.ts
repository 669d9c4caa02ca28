import { isPermitted, type Permission, type StaffRole } from '@clinic/contract/staff/permissions.ts'

interface RoomFacts {
  /** Below the clinic: `/members` is at `/c/:clinicId/members`. */
  readonly path: string
  /** What a role must permit for the room to be opened; null where every member may. */
  readonly permission: Permission | null
  /** The part of the navigation that it stands in. */
  readonly group: 'assistants' | 'clinic'
}

/** Every room of a clinic, in the order of the navigation: routes, guard, links and the server's addresses follow. */
export const ROOMS = {
  assistants: { path: '/assistants', permission: null, group: 'assistants' },
  clinicAssistants: { path: '/clinic/assistants', permission: 'assistants:manage', group: 'assistants' },
  members: { path: '/members', permission: 'members:manage', group: 'clinic' },
} as const satisfies Readonly<Record<string, RoomFacts>>

export type RoomKey = keyof typeof ROOMS
const isRoom = (key: string): key is RoomKey => Object.hasOwn(ROOMS, key)
export const ROOM_KEYS: readonly RoomKey[] = Object.keys(ROOMS).filter(isRoom)

export function mayOpen(role: StaffRole, key: RoomKey): boolean {
  const { permission } = ROOMS[key]
  return permission === null || isPermitted(role, permission)
}

/** Where a role begins: the first room that it may open. */
export const homeOf = (role: StaffRole): RoomKey => ROOM_KEYS.find(key => mayOpen(role, key)) ?? 'assistants'

export const hrefOf = (clinicId: string, key: RoomKey): string => `/c/${encodeURIComponent(clinicId)}${ROOMS[key].path}`
