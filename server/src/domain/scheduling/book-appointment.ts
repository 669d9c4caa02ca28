import { appointmentCreated, type createAppointment } from '@clinic/contract/appointments.ts'
import type { Input } from '@clinic/contract/kernel.ts'
import { refuseInput } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { patientFile } from '../patients/patient-file.ts'
import { type AppointmentRow, appointmentFacts, holdDiary } from './appointment.ts'
import { requireFuture, requireSlot, roomOf, spanOf } from './require-slot.ts'
import { type Schedule, scheduleOf } from './schedule-of.ts'

interface NewAppointment extends Input<typeof createAppointment> {
  /** A visit by video call. */
  isOnline?: boolean
}

/**
 * Books a doctor at a branch. The rules are those of availability, so what it offers can be booked; the database refuses
 * a doctor or a room that another caller takes at the same time.
 */
export async function bookAppointment(tx: Tx, input: NewAppointment): Promise<AppointmentRow> {
  const { branchId, doctorId, patientId, urgent = false } = input
  const span = spanOf(input)
  requireFuture(tx, span, urgent)
  // The schedule is read once the diaries are held.
  const [, schedule] = await Promise.all([
    holdDiary(tx, { doctor_id: doctorId, branch_id: branchId, room: input.room ?? null }),
    scheduleOf(tx, { branchId, doctorId, range: span }),
    patientId === undefined ? null : patientFile(tx, patientId),
  ])
  requireBookable(schedule)
  const room = roomOf(schedule, input.room)
  await requireSlot(tx, schedule, { branchId, doctorId, room, span, urgent })
  const appointment = await tx.insert('appointment', {
    id: newId('apt', Date.parse(tx.now)),
    branch_id: branchId,
    doctor_id: doctorId,
    patient_id: patientId ?? null,
    starts_at: new Date(span.start).toISOString(),
    ends_at: new Date(span.end).toISOString(),
    room,
    title: input.title ?? null,
    details: input.details ?? null,
    urgent,
    is_online: input.isOnline ?? false,
  })
  tx.emit(appointmentCreated, appointmentFacts(appointment))
  return appointment
}

/** No time will do for a doctor who cannot be booked, so it is the id that is refused. */
function requireBookable({ unbookable }: Schedule): void {
  if (unbookable === 'branch')
    refuseInput({ path: '/branchId', code: 'not_bookable', message: 'must be an active branch' })
  if (unbookable === 'doctor')
    refuseInput({ path: '/doctorId', code: 'not_bookable', message: 'must be an active doctor of the branch' })
}
