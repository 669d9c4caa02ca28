import type { AppointmentStatus } from '@clinic/contract/appointments.ts'
import { changeRecord } from '../../kernel/change-record.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { type AppointmentRow, appointmentFacts, holdDiary } from './appointment.ts'
import { appointmentStatus, canMove, eventFor } from './status.ts'

/**
 * Moves an appointment to another status and fires the one event of that move (contract sections 8 and 10). CANCELED and
 * NOSHOW free its time.
 */
export async function moveAppointment(
  tx: Tx,
  { id, to, cancelReason }: { id: string; to: AppointmentStatus; cancelReason?: string | undefined },
): Promise<AppointmentRow> {
  const before = await tx.lock('appointment', id)
  const from = appointmentStatus(before)
  if (!canMove(from, to)) return refuse('invalid_state_transition', { from, to })
  await holdDiary(tx, before)
  const after = await changeRecord(tx, 'appointment', before, { status: to, cancel_reason: cancelReason ?? null })
  tx.emit(eventFor(to), appointmentFacts(after), { status: from })
  return after
}
