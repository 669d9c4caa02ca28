import type { TableRow } from '../../db/tables.ts'
import { appointmentStatus } from './status.ts'

export type AppointmentRow = TableRow<'appointment'>

/** What every event of an appointment tells (contract section 8): ids, times and states, no free text of the clinic's. */
export const appointmentFacts = (row: AppointmentRow) => ({
  id: row.id,
  branchId: row.branch_id,
  status: appointmentStatus(row),
  start: row.starts_at,
  end: row.ends_at,
  patientId: row.patient_id,
  doctorId: row.doctor_id,
  room: row.room,
})
