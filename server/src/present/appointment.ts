import type { Appointment } from '@clinic/contract/appointments.ts'
import type { Static } from '@clinic/contract/kernel.ts'
import type { AppointmentRow } from '../domain/scheduling/appointment.ts'
import { appointmentStatus } from '../domain/scheduling/status.ts'
import { MINUTE_MS } from '../kernel/values/zone.ts'

function videoCallOf({
  video_call_id,
  video_call_created_at,
}: AppointmentRow): Static<typeof Appointment>['videoCall'] {
  if (video_call_id === null || video_call_created_at === null) return null
  return { id: video_call_id, createdAt: video_call_created_at }
}

export const presentAppointment = (row: AppointmentRow): Static<typeof Appointment> => ({
  object: 'appointment',
  id: row.id,
  status: appointmentStatus(row),
  start: row.starts_at,
  end: row.ends_at,
  durationMinutes: Math.round((Date.parse(row.ends_at) - Date.parse(row.starts_at)) / MINUTE_MS),
  room: row.room,
  title: row.title,
  details: row.details,
  type: row.type,
  urgent: row.urgent,
  isOnline: row.is_online,
  videoCall: videoCallOf(row),
  pending: row.pending,
  cancelReason: row.cancel_reason,
  patientId: row.patient_id,
  doctorId: row.doctor_id,
  branchId: row.branch_id,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})
