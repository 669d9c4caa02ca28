import { appointmentUpdated, type updateAppointment } from '@clinic/contract/appointments.ts'
import type { Input } from '@clinic/contract/kernel.ts'
import { changeRecord } from '../../kernel/change-record.ts'
import { refuseSettled } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { differences, formerFacts, isEmpty } from '../../kernel/values/differences.ts'
import { type AppointmentRow, appointmentFacts, holdDiary } from './appointment.ts'
import { lockAppointment } from './lock-appointment.ts'
import { requireFuture, requireSlot, roomOf, spanOf } from './require-slot.ts'
import { type Schedule, scheduleOf } from './schedule-of.ts'
import { appointmentStatus, isFinal, timesMayChange } from './status.ts'

type Wishes = Input<typeof updateAppointment>
type Changes = Partial<AppointmentRow>

/** Changes what is given and differs; an update that changes nothing writes nothing and fires nothing. */
export async function changeAppointment(tx: Tx, wishes: Wishes): Promise<AppointmentRow> {
  const before = await lockAppointment(tx, wishes.id)
  const span = spanOf({ start: wishes.start ?? before.starts_at, end: wishes.end ?? before.ends_at })
  const { branch_id: branchId, doctor_id: doctorId } = before
  // The schedule is read once the diaries are held.
  const [, schedule] = await Promise.all([
    holdDiary(tx, { ...before, room: wishes.room ?? before.room }),
    scheduleOf(tx, { branchId, doctorId, range: span }),
  ])
  const changes = differences(before, wanted(wishes, schedule))
  if (isEmpty(changes)) return before
  requireChangeable(before, changes)
  if (changes.starts_at !== undefined) requireFuture(tx, span, before.urgent)
  if (movesInTime(changes) || changes.room) {
    const room = changes.room === undefined ? before.room : changes.room
    const wanted = { branchId, doctorId, room, span, urgent: before.urgent, except: before.id }
    await requireSlot(tx, schedule, { ...wanted, sameTime: !movesInTime(changes) })
  }
  const after = await changeRecord(tx, 'appointment', before, changes)
  tx.emit(appointmentUpdated, appointmentFacts(after), formerFacts(appointmentFacts(before), appointmentFacts(after)))
  return after
}

const wanted = ({ start, end, room, title, details }: Wishes, schedule: Schedule) => ({
  starts_at: start && new Date(start).toISOString(),
  ends_at: end && new Date(end).toISOString(),
  room: room === undefined ? undefined : roomOf(schedule, room),
  title,
  details,
})

const movesInTime = ({ starts_at, ends_at }: Changes): boolean => starts_at !== undefined || ends_at !== undefined

/** Times are settled once the patient is there, the room once the visit is over (contract section 10). */
function requireChangeable(before: AppointmentRow, changes: Changes): void {
  const status = appointmentStatus(before)
  if (movesInTime(changes) && !timesMayChange(status))
    refuseSettled(status, `The times of an appointment that is ${status} can no longer change.`)
  if (changes.room !== undefined && isFinal(status))
    refuseSettled(status, `The room of an appointment that is ${status} can no longer change.`)
}
