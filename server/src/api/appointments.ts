import {
  cancelAppointment,
  createAppointment,
  getAppointment,
  listAppointments,
  updateAppointment,
} from '@clinic/contract/appointments.ts'
import type { AppointmentRow } from '../domain/scheduling/appointment.ts'
import { bookAppointment } from '../domain/scheduling/book-appointment.ts'
import { changeAppointment } from '../domain/scheduling/change-appointment.ts'
import { moveAppointment } from '../domain/scheduling/move-appointment.ts'
import { implement } from '../kernel/implement.ts'
import { listSource } from '../kernel/list-source.ts'
import { page } from '../kernel/page.ts'
import { presentAppointment } from '../present/appointment.ts'

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
  implement(listAppointments, (tx, query) => page(tx, source, query, presentAppointment)),
  implement(createAppointment, async (tx, input) => ({ data: presentAppointment(await bookAppointment(tx, input)) })),
  implement(getAppointment, async (tx, { id }) => ({ data: presentAppointment(await tx.get('appointment', id)) })),
  implement(updateAppointment, async (tx, input) => ({ data: presentAppointment(await changeAppointment(tx, input)) })),
  implement(cancelAppointment, async (tx, { id, cancelReason }) => ({
    data: presentAppointment(await moveAppointment(tx, { id, to: 'CANCELED', cancelReason })),
  })),
]
