import type { Tx } from '../../kernel/tx.ts'
import type { AppointmentRow } from '../scheduling/appointment.ts'
import { performMove } from '../scheduling/perform-move.ts'
import { appointmentStatus } from '../scheduling/status.ts'

/** Ends a visit that is locked; one that was late is expected again first. */
export async function completeVisit(tx: Tx, visit: AppointmentRow): Promise<AppointmentRow> {
  const status = appointmentStatus(visit)
  if (status === 'COMPLETED') return visit
  const there = status === 'DELAYED' ? await performMove(tx, visit, { to: 'CONFIRMED' }) : visit
  return performMove(tx, there, { to: 'COMPLETED' })
}
