import { videoCallStarted } from '@clinic/contract/appointments.ts'
import { changeRecord } from '../../kernel/change-record.ts'
import { refuseInput, refuseSettled } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import type { AppointmentRow } from './appointment.ts'
import { lockAppointment } from './lock-appointment.ts'
import { appointmentStatus, isFinal } from './status.ts'

/** Opens the call of an online appointment and fires videocall.started; a call that was opened before stays as it is. */
export async function startVideoCall(tx: Tx, { id }: { id: string }): Promise<AppointmentRow> {
  const before = await lockAppointment(tx, id)
  if (before.video_call_id !== null) return before
  if (!before.is_online) refuseInput({ path: '/id', code: 'not_online', message: 'must be an online appointment' })
  const status = appointmentStatus(before)
  if (isFinal(status)) refuseSettled(status, `The call of an appointment that is ${status} can no longer be opened.`)
  const callId = newId('vid', Date.parse(tx.now))
  const after = await changeRecord(tx, 'appointment', before, { video_call_id: callId, video_call_created_at: tx.now })
  tx.emit(videoCallStarted, { id: callId, branchId: after.branch_id, appointmentId: id })
  return after
}
