import {
  type Appointment,
  cancelAppointment,
  createAppointment,
  getAppointment,
  listAppointments,
  updateAppointment,
} from '@clinic/contract/appointments.ts'
import type { Static } from '@clinic/contract/kernel.ts'
import type { AppointmentRow } from '../domain/scheduling/appointment.ts'
import { bookAppointment } from '../domain/scheduling/book-appointment.ts'
import { changeAppointment } from '../domain/scheduling/change-appointment.ts'
import { moveAppointment } from '../domain/scheduling/move-appointment.ts'
import { appointmentStatus } from '../domain/scheduling/status.ts'
import { MINUTE_MS } from '../domain/scheduling/zone.ts'
import { implement } from '../kernel/implement.ts'
import { listSource } from '../kernel/list-source.ts'
import { page } from '../kernel/page.ts'

function videoCallOf({
  video_call_id,
  video_call_created_at,
}: AppointmentRow): Static<typeof Appointment>['videoCall'] {
  if (video_call_id === null || video_call_created_at === null) return null
  return { id: video_call_id, createdAt: video_call_created_at }
}

const present = (row: AppointmentRow): Static<typeof Appointment> => ({
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

const source = listSource<AppointmentRow>({
  name: 'listAppointments',
  from: 'appointment t',
  columns: 't.*',
  windowOn: 'starts_at',
  filters: {
    branchId: value => `t.branch_id = ${value}`,
    doctorId: value => `t.doctor_id = ${value}`,
    patientId: value => `t.patient_id = ${value}`,
    status: value => `t.status = ${value}`,
  },
  selectiveFilters: ['patientId'],
})

export const appointments = [
  implement(listAppointments, (tx, query) => page(tx, source, query, present)),
  implement(createAppointment, async (tx, input) => ({ data: present(await bookAppointment(tx, input)) })),
  implement(getAppointment, async (tx, { id }) => ({ data: present(await tx.get('appointment', id)) })),
  implement(updateAppointment, async (tx, input) => ({ data: present(await changeAppointment(tx, input)) })),
  implement(cancelAppointment, async (tx, { id, cancelReason }) => ({
    data: present(await moveAppointment(tx, { id, to: 'CANCELED', cancelReason })),
  })),
]
