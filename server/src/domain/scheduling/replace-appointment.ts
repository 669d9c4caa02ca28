import type { AppointmentStatus } from '@clinic/contract/appointments.ts'
import { changeRecord } from '../../kernel/change-record.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import type { AppointmentRow } from './appointment.ts'
import { addAppointment } from './book-appointment.ts'
import { lockAppointment } from './lock-appointment.ts'
import { performMove } from './perform-move.ts'
import { requireSlot } from './require-slot.ts'
import { scheduleOf } from './schedule-of.ts'
import { appointmentStatus } from './status.ts'

/** What was a mistake is canceled where it is not over yet; what is over stays as it is. */
const GOES: readonly AppointmentStatus[] = ['CHECKEDIN', 'WAITING']
const STAYS: readonly AppointmentStatus[] = ['CANCELED', 'NOSHOW']

/**
 * Makes an open appointment with the same facts in the place of one that was moved by mistake and can no longer go back. That
 * one stands in no day any more.
 */
export async function replaceAppointment(tx: Tx, { id }: { id: string }): Promise<AppointmentRow> {
  const found = await lockAppointment(tx, id)
  const status = appointmentStatus(found)
  if (found.replaced_by_id !== null || ![...GOES, ...STAYS].includes(status))
    return refuse('invalid_state_transition', { from: status, to: 'OPEN' })
  const source = GOES.includes(status) ? await performMove(tx, found, { to: 'CANCELED' }) : found
  await requireStillFree(tx, source)
  const { branch_id, doctor_id, patient_id, starts_at, ends_at, room, title, details, type } = source
  const { urgent, is_online, procedure_ids } = source
  const made = await addAppointment(tx, {
    ...{ branch_id, doctor_id, patient_id, starts_at, ends_at, room, title, details, type },
    ...{ urgent, is_online, procedure_ids },
  })
  await changeRecord(tx, 'appointment', source, { replaced_by_id: made.id })
  return made
}

/** The time may be another's by now; it was booked once, within the hours or not. */
async function requireStillFree(tx: Tx, source: AppointmentRow): Promise<void> {
  const { branch_id: branchId, doctor_id: doctorId, room, urgent } = source
  const span = { start: Date.parse(source.starts_at), end: Date.parse(source.ends_at) }
  const schedule = await scheduleOf(tx, { branchId, doctorId, range: span })
  await requireSlot(tx, schedule, { branchId, doctorId, room, span, urgent, sameTime: true })
}
