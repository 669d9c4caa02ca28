import { sql } from '../../db/statement.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { roomKey } from '../../kernel/values/room-key.ts'
import { type OutsideHours, outsideHours } from './hours.ts'
import type { Interval } from './intervals.ts'
import type { Schedule } from './schedule-of.ts'

/** A time of a doctor at a branch, and the room as the branch spells it, if one is wanted. */
export interface WantedSlot {
  branchId: string
  doctorId: string
  room: string | null
  span: Interval
  /** May lie outside the hours. */
  urgent: boolean
  /** The visit that is changed, which is not in its own way. */
  except?: string
  /** It only gets another room, and keeps its time, be that within the hours or not. */
  sameTime?: boolean
}

/** What is in the way of a visit, as staff are told. */
export interface Obstacle {
  conflict: 'hours' | 'doctor' | 'room'
  reason: OutsideHours | 'taken' | 'blocked'
  /** The visit that takes the doctor or the room, where it can be seen. */
  appointmentId: string | null
  /** When that visit gives its time free, where a move that is held does so. */
  heldUntil?: string
}

const overlapping = (whose: string) => `
  select visit.id, visit.branch_id, held.until as held_until
  from appointment as visit left join held_move as held on held.company_id = visit.company_id
    and held.appointment_id = visit.id and held.state = 'HELD' and held.to_status in ('CANCELED', 'NOSHOW')
  where visit.company_id = $1 and ${whose} and tstzrange(starts_at, ends_at) && tstzrange($2, $3)
    and status not in ('CANCELED', 'NOSHOW') and visit.id is distinct from $4
  order by starts_at limit 1`

interface Taking {
  id: string
  branch_id: string
  held_until: string | null
}
const takesDoctor = sql<Taking>(overlapping('doctor_id = $5'))
const takesRoom = sql<Taking>(overlapping('branch_id = $5 and room = $6'))

/** What is in the way, the hours first, then the doctor's other visits, then the room; null where nothing is. */
export async function obstacleTo(tx: Tx, schedule: Schedule, wanted: WantedSlot): Promise<Obstacle | null> {
  const { branchId, doctorId, room, span, except = null } = wanted
  const outside = hoursProblem(schedule, wanted)
  if (outside) return { conflict: 'hours', reason: outside, appointmentId: null }
  const times = [new Date(span.start).toISOString(), new Date(span.end).toISOString()]
  const [[inDiary], [inRoom]] = await Promise.all([
    tx.sql(takesDoctor([tx.clinic.id, ...times, except, doctorId])),
    room === null ? [] : tx.sql(takesRoom([tx.clinic.id, ...times, except, branchId, room])),
  ])
  if (inDiary) return { conflict: 'doctor', ...takenBy(tx, inDiary) }
  if (inRoom) return { conflict: 'room', ...takenBy(tx, inRoom) }
  return roomBlocked(schedule, wanted) ? { conflict: 'room', reason: 'blocked', appointmentId: null } : null
}

function hoursProblem(
  { branch, doctor, unbookable }: Schedule,
  { span, urgent, sameTime = false }: WantedSlot,
): OutsideHours | null {
  if (sameTime) return null
  if (unbookable) return unbookable === 'branch' ? 'closed' : 'off'
  return urgent ? null : outsideHours(branch, doctor, span)
}

/** Whether the room cannot be used at some minute of the time. */
export function roomBlocked({ roomBlocks }: Schedule, { room, span }: Pick<WantedSlot, 'room' | 'span'>): boolean {
  const key = room === null ? undefined : roomKey(room)
  return roomBlocks.some(block => roomKey(block.room) === key && block.start < span.end && span.start < block.end)
}

/** A doctor works at several branches, and not all need be in sight. */
function takenBy(tx: Tx, { id, branch_id, held_until: heldUntil }: Taking): Omit<Obstacle, 'conflict'> {
  const { allBranches, branchIds } = (tx.caller.person ?? refuse('not_permitted')).sight
  const isSeen = allBranches || branchIds.includes(branch_id)
  return { reason: 'taken', appointmentId: isSeen ? id : null, ...(heldUntil !== null && { heldUntil }) }
}
