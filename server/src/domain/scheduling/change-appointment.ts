import { appointmentUpdated, type updateAppointment } from '@clinic/contract/appointments.ts'
import type { Input } from '@clinic/contract/kernel.ts'
import { changeRecord } from '../../kernel/change-record.ts'
import { refuseInput } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { differences, formerFacts, isEmpty } from '../../kernel/values/differences.ts'
import { patientFile } from '../patients/patient-file.ts'
import { type AppointmentRow, appointmentFacts } from './appointment.ts'
import { requireProcedures } from './booked-procedures.ts'
import { type Changes, movesInTime, movesToOthers, requireChangeable } from './changeable.ts'
import { holdDiaries } from './diaries.ts'
import { lockAppointment } from './lock-appointment.ts'
import { requireBookable } from './require-bookable.ts'
import { requireFuture, requireSlot, roomOf, spanOf } from './require-slot.ts'
import { type Schedule, scheduleOf } from './schedule-of.ts'

/** What is wanted of an appointment; plugins ask for a part of it. */
export interface Wishes extends Input<typeof updateAppointment> {
  doctorId?: string | undefined
  branchId?: string | undefined
  patientId?: string | undefined
  urgent?: boolean | undefined
  isOnline?: boolean | undefined
  type?: string | null | undefined
  procedureIds?: string[] | undefined
}

/** Changes what is given and differs; an update that changes nothing writes nothing and fires nothing. */
export async function changeAppointment(tx: Tx, wishes: Wishes): Promise<AppointmentRow> {
  const before = await lockAppointment(tx, wishes.id)
  const span = spanOf({ start: wishes.start ?? before.starts_at, end: wishes.end ?? before.ends_at })
  const { branchId = before.branch_id, doctorId = before.doctor_id, room: asked = before.room } = wishes
  // The schedule is read once the diaries are held.
  const [, schedule] = await Promise.all([
    holdDiaries(tx, [before, { branch_id: branchId, doctor_id: doctorId, room: asked }]),
    scheduleOf(tx, { branchId, doctorId, range: span }),
    requireProcedures(tx, wishes.procedureIds),
    requirePatient(tx, before, wishes.patientId),
  ])
  const changes = differences(before, wanted(before, wishes, schedule))
  if (isEmpty(changes)) return before
  requireChangeable(before, changes)
  const { room, urgent } = { ...before, ...changes }
  if (changes.starts_at !== undefined) requireFuture(tx, span, urgent)
  if (movesToOthers(changes)) requireBookable(schedule)
  const sameTime = !movesInTime(changes) && !movesToOthers(changes)
  if (!sameTime || changes.room)
    await requireSlot(tx, schedule, { branchId, doctorId, room, span, urgent, except: before.id, sameTime })
  const after = await changeRecord(tx, 'appointment', before, changes)
  tx.emit(appointmentUpdated, appointmentFacts(after), formerFacts(appointmentFacts(before), appointmentFacts(after)))
  return after
}

function wanted(before: AppointmentRow, wishes: Wishes, schedule: Schedule): Changes {
  const { start, end, branchId, doctorId, patientId, title, details, urgent, type } = wishes
  const moves = start !== undefined && Date.parse(start) !== Date.parse(before.starts_at)
  const all = {
    ...{ starts_at: start && new Date(start).toISOString(), ends_at: end && new Date(end).toISOString() },
    ...{ branch_id: branchId, doctor_id: doctorId, patient_id: patientId, room: roomAt(before, wishes, schedule) },
    ...{ title, details, urgent, type, is_online: wishes.isOnline, procedure_ids: wishes.procedureIds },
    // Who could not come then was given another time.
    wants_change_at: moves ? null : undefined,
  }
  return differences<Changes>({}, all)
}

/** A room that is not asked for stays, but for one that another branch does not have. */
function roomAt(before: AppointmentRow, { room, branchId }: Wishes, schedule: Schedule): string | null | undefined {
  if (room !== undefined) return roomOf(schedule, room)
  if (branchId === undefined || branchId === before.branch_id) return undefined
  const same = roomOf(schedule, before.room)
  return same !== null && schedule.rooms.includes(same) ? same : null
}

/** A visit of a patient stays theirs. */
async function requirePatient(tx: Tx, before: AppointmentRow, patientId: string | undefined): Promise<void> {
  if (patientId === undefined || patientId === before.patient_id) return
  await patientFile(tx, patientId)
  if (before.patient_id !== null)
    refuseInput({ path: '/patientId', code: 'already_set', message: 'can be given to a visit without a patient alone' })
}
