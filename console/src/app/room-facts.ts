import type { Permission, StaffRole } from '@clinic/contract/staff/permissions.ts'

/** What is said of a room of a clinic: where it is, for whom, and what it shows. */
export interface RoomFacts {
  /** Below the clinic: `/members` is at `/c/:clinicId/members`; `:names` stand for what the room is about. */
  readonly path: string
  /** What a role must permit for the room to be opened; null where every member may. */
  readonly permission: Permission | null
  /** The part of the navigation that it stands in; the room from which it is reached where it stands in none. */
  readonly group?: 'care' | 'money' | 'assistants' | 'plugins' | 'clinic'
  readonly within?: string
  /** In sandbox clinics alone. */
  readonly inSandbox?: true
  /** The letter that leads here after G. */
  readonly go?: string
  /** What of the room stands in its address, besides where it is: filters, sort, what is open. */
  readonly search: readonly string[]
  /** Whose work begins here. */
  readonly home?: readonly StaffRole[]
}
