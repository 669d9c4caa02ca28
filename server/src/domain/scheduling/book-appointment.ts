import { appointmentCreated, type createAppointment } from '@clinic/contract/appointments.ts'
import type { Input } from '@clinic/contract/kernel.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { MINUTE_MS } from '../../kernel/values/zone.ts'
import { patientFile } from '../patients/patient-file.ts'
import { type AppointmentRow, appointmentFacts } from './appointment.ts'
import { requireProcedures } from './booked-procedures.ts'
import { holdDiary } from './diaries.ts'
import { requireBookable } from './require-bookable.ts'
import { requireFuture, requireSlot, roomOf, spanOf } from './require-slot.ts'
import { scheduleOf } from './schedule-of.ts'

export interface NewAppointment extends Input<typeof createAppointment> {
  /** A visit by video call. */
  isOnline?: boolean | undefined
  type?: string | undefined
  procedureIds?: string[] | undefined
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
    requireProcedures(tx, input.procedureIds),
  ])
  requireBookable(schedule)
  const room = roomOf(schedule, input.room)
  await requireSlot(tx, schedule, { branchId, doctorId, room, span, urgent })
  return addAppointment(tx, {
    branch_id: branchId,
    doctor_id: doctorId,
    patient_id: patientId ?? null,
    starts_at: new Date(span.start).toISOString(),
    ends_at: new Date(span.end).toISOString(),
    room,
    title: input.title ?? null,
    details: input.details ?? null,
    type: input.type ?? null,
    urgent,
    is_online: input.isOnline ?? false,
    procedure_ids: input.procedureIds ?? [],
  })
}

type Facts = Pick<
  AppointmentRow,
  | 'branch_id'
  | 'doctor_id'
  | 'patient_id'
  | 'starts_at'
  | 'ends_at'
  | 'room'
  | 'title'
  | 'details'
  | 'type'
  | 'urgent'
  | 'is_online'
  | 'procedure_ids'
>

/** Adds an open appointment whose time is known to be free, and tells of it. */
export async function addAppointment(tx: Tx, facts: Facts): Promise<AppointmentRow> {
  const appointment = await tx.insert('appointment', { id: newId('apt', Date.parse(tx.now)), ...facts })
  tx.emit(appointmentCreated, appointmentFacts(appointment))
  return appointment
}

/** When a visit ends that begins then. */
export const endOf = (start: string, minutes: number): string =>
  new Date(Date.parse(start) + minutes * MINUTE_MS).toISOString()
