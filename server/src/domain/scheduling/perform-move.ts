import type { AppointmentStatus } from '@clinic/contract/appointments.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { differences } from '../../kernel/values/differences.ts'
import { type AppointmentRow, appointmentFacts } from './appointment.ts'
import { holdDiary } from './diaries.ts'
import { appointmentStatus, canMove, eventFor } from './status.ts'

export interface Move {
  to: AppointmentStatus
  cancelReason?: string | null | undefined
  /** When it was made; now unless told. */
  at?: string
  /** Who made it, as the audit names callers; the caller unless told. */
  by?: string
}

/**
 * Moves an appointment that is locked to another status and fires the one event of that move (contract sections 8 and 10).
 * CANCELED and NOSHOW free its time.
 */
export async function performMove(tx: Tx, before: AppointmentRow, move: Move): Promise<AppointmentRow> {
  const { to, cancelReason = null, at = tx.now, by } = move
  const from = appointmentStatus(before)
  if (!canMove(from, to)) return refuse('invalid_state_transition', { from, to })
  await holdDiary(tx, before)
  const changes = differences<object>(before, { status: to, cancel_reason: cancelReason, ...stampsOf(before, to, at) })
  const after = await tx.change('appointment', before, changes, { by })
  tx.emit(eventFor(to), appointmentFacts(after), { status: from })
  return after
}

type Stamps = Pick<AppointmentRow, 'arrived_at' | 'seated_at' | 'finished_at'>

const THERE: readonly AppointmentStatus[] = ['CHECKEDIN', 'WAITING', 'INPROGRESS', 'COMPLETED']

/** What a move says of the hour: who goes further without having been checked in has arrived then at the latest. */
export function stampsOf(before: Stamps, to: AppointmentStatus, at: string): Stamps {
  return {
    arrived_at: before.arrived_at ?? (THERE.includes(to) ? at : null),
    seated_at: to === 'INPROGRESS' ? at : before.seated_at,
    finished_at: to === 'COMPLETED' ? at : before.finished_at,
  }
}
