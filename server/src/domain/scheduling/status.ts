import {
  APPOINTMENT_STATUSES,
  type AppointmentStatus,
  appointmentCancelled,
  appointmentCheckedIn,
  appointmentCompleted,
  appointmentNoShow,
  appointmentUpdated,
} from '@clinic/contract/appointments.ts'
import { wordOf } from '../../kernel/values/word-of.ts'
import { MINUTE_MS } from '../../kernel/values/zone.ts'
import type { Interval } from './intervals.ts'

type MoveEvent =
  | typeof appointmentCancelled
  | typeof appointmentCheckedIn
  | typeof appointmentCompleted
  | typeof appointmentNoShow
  | typeof appointmentUpdated

interface StatusRules {
  to: readonly AppointmentStatus[]
  /** Before the patient is there, the appointment can still be moved. */
  timesMayChange?: true
  /** What fires on arrival in the status, instead of appointment.updated (specification, Events, rule 1). */
  event?: MoveEvent
}

/** The visit goes forward and may skip steps; a status without a way out is final. */
const RULES: Record<AppointmentStatus, StatusRules> = {
  OPEN: {
    to: ['CONFIRMED', 'CHECKEDIN', 'WAITING', 'INPROGRESS', 'COMPLETED', 'DELAYED', 'CANCELED', 'NOSHOW'],
    timesMayChange: true,
  },
  CONFIRMED: {
    to: ['CHECKEDIN', 'WAITING', 'INPROGRESS', 'COMPLETED', 'DELAYED', 'CANCELED', 'NOSHOW'],
    timesMayChange: true,
  },
  DELAYED: { to: ['OPEN', 'CONFIRMED', 'CANCELED', 'NOSHOW'], timesMayChange: true },
  CHECKEDIN: { to: ['WAITING', 'INPROGRESS', 'COMPLETED', 'CANCELED'], event: appointmentCheckedIn },
  WAITING: { to: ['INPROGRESS', 'COMPLETED', 'CANCELED'] },
  INPROGRESS: { to: ['COMPLETED'] },
  COMPLETED: { to: [], event: appointmentCompleted },
  CANCELED: { to: [], event: appointmentCancelled },
  NOSHOW: { to: [], event: appointmentNoShow },
}

/** Whether an appointment may go from one status to another; staying is not a move. */
export function canMove(from: AppointmentStatus, to: AppointmentStatus): boolean {
  return RULES[from].to.includes(to)
}

/**
 * The moves by which the desk gets from one status to another; none where it cannot. Who comes although they were thought late
 * is expected again first.
 */
export function stepsTo(from: AppointmentStatus, to: AppointmentStatus): AppointmentStatus[] {
  if (canMove(from, to)) return [to]
  return from === 'DELAYED' && to === 'CHECKEDIN' ? ['CONFIRMED', 'CHECKEDIN'] : []
}

/** Whether the visit is over, or will not take place. */
export function isFinal(status: AppointmentStatus): boolean {
  return RULES[status].to.length === 0
}

/** Whether start and end may still change. */
export function timesMayChange(status: AppointmentStatus): boolean {
  return RULES[status].timesMayChange ?? false
}

/** The one event that a move to this status fires. */
export function eventFor(to: AppointmentStatus): MoveEvent {
  return RULES[to].event ?? appointmentUpdated
}

const statusWord = wordOf(APPOINTMENT_STATUSES)

/** The status of a row. */
export const appointmentStatus = ({ status }: { status: string }): AppointmentStatus => statusWord(status)

export const MAX_APPOINTMENT_MINUTES = 12 * 60

export type TimesProblem = 'end_not_after_start' | 'too_long'

/** Why an appointment cannot have these times, or null. */
export function timesProblem({ start, end }: Interval): TimesProblem | null {
  if (!(end > start)) return 'end_not_after_start'
  return end - start > MAX_APPOINTMENT_MINUTES * MINUTE_MS ? 'too_long' : null
}
