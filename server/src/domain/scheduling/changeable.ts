import { refuseSettled } from '../../kernel/errors.ts'
import type { AppointmentRow } from './appointment.ts'
import { appointmentStatus, isFinal, timesMayChange } from './status.ts'

export type Changes = Partial<AppointmentRow>

export const movesInTime = ({ starts_at, ends_at }: Changes): boolean =>
  starts_at !== undefined || ends_at !== undefined

/** Whether it goes to another doctor or branch. */
export const movesToOthers = ({ doctor_id, branch_id }: Changes): boolean =>
  doctor_id !== undefined || branch_id !== undefined

/**
 * Times and the branch are settled once the patient is there, the doctor once they sit in the chair, the room once the visit
 * is over (contract section 10).
 */
export function requireChangeable(before: AppointmentRow, changes: Changes): void {
  const status = appointmentStatus(before)
  const settled = (what: string) =>
    refuseSettled(status, `The ${what} of an appointment that is ${status} can no longer change.`)
  if (movesInTime(changes) && !timesMayChange(status)) settled('times')
  if (changes.branch_id !== undefined && !timesMayChange(status)) settled('branch')
  if (changes.doctor_id !== undefined && (isFinal(status) || status === 'INPROGRESS')) settled('doctor')
  if (changes.room !== undefined && isFinal(status)) settled('room')
}
