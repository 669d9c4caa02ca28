import { refuse, refuseInput } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { roomKey } from '../../kernel/values/room-key.ts'
import { MINUTE_MS } from '../../kernel/values/zone.ts'
import { isWithinHours } from './hours.ts'
import type { Interval } from './intervals.ts'
import { nextSlots } from './next-slots.ts'
import { obstacleTo, roomBlocked, type WantedSlot } from './obstacle.ts'
import type { Schedule } from './schedule-of.ts'
import { type TimesProblem, timesProblem } from './status.ts'

/** A slot that was free when it was read may have begun when it is booked. */
const GRACE_MS = 5 * MINUTE_MS
/** How many free times are told with one that is not. */
const SUGGESTED = 3

const EXPECTED: Record<TimesProblem, string> = {
  end_not_after_start: 'must be after start',
  too_long: 'must be at most 12 hours after start',
}

/** The span of an appointment, to the millisecond; refuses what can be none. */
export function spanOf({ start, end }: { start: string; end: string }): Interval {
  const span = { start: Date.parse(start), end: Date.parse(end) }
  const problem = timesProblem(span)
  return problem ? refuseInput({ path: '/end', code: problem, message: EXPECTED[problem] }) : span
}

/**
 * Refuses a start that is over: availability never offers one. An urgent appointment may have begun, and the clinic's own
 * staff may record what has happened.
 */
export function requireFuture(tx: Tx, { start }: Interval, urgent: boolean): void {
  const bound = tx.caller.kind === 'installation' || tx.caller.kind === 'assistant'
  if (!bound || urgent || start >= Date.parse(tx.now) - GRACE_MS) return
  refuseInput({
    path: '/start',
    code: 'in_the_past',
    message: 'must not be in the past, unless the appointment is urgent',
  })
}

/** Refuses a time outside the hours of the branch and the doctor, unless it is urgent; other appointments are the database's to refuse. */
export function requireHours({ branch, doctor, unbookable }: Schedule, span: Interval, urgent: boolean): void {
  if (unbookable || !(urgent || isWithinHours(branch, doctor, span))) refuse('slot_unavailable', { conflict: 'hours' })
}

/**
 * Refuses a time that cannot be booked, with the diaries of the doctor and the room held: a block or another visit is then
 * seen or waits. Plugins hear what is in the way by one word; staff also why, by which visit, and what is free instead.
 */
export async function requireSlot(tx: Tx, schedule: Schedule, wanted: WantedSlot): Promise<void> {
  if (tx.caller.kind !== 'staff') {
    if (!wanted.sameTime) requireHours(schedule, wanted.span, wanted.urgent)
    if (roomBlocked(schedule, wanted)) refuse('slot_unavailable', { conflict: 'room' })
    return
  }
  const obstacle = await obstacleTo(tx, schedule, wanted)
  if (!obstacle) return
  const { branchId, doctorId, span } = wanted
  const durationMinutes = (span.end - span.start) / MINUTE_MS
  const from = new Date(span.start).toISOString()
  const suggestions = schedule.unbookable
    ? []
    : await nextSlots(tx, { branchId, doctorId, durationMinutes, from, limit: SUGGESTED })
  refuse('slot_unavailable', { ...obstacle, suggestions })
}

/** The room as the branch spells it, so that "room 1" is not booked beside "Room 1"; null for a blank. */
export function roomOf({ rooms }: Schedule, text: string | null | undefined): string | null {
  const asked = text?.trim() ?? ''
  const same = (room: string) => roomKey(room) === roomKey(asked)
  return rooms.find(same) ?? (asked || null)
}
