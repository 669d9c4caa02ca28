import type { Appointment } from '@clinic/sdk'
import { type Database, textIn } from './database.ts'

/** Up to where the appointments of the clinic were read; undefined before the first time. */
export const readMark = (database: Database): string | undefined =>
  database.all("select value from mark where name = 'appointments'").map(row => textIn(row, 'value'))[0]

export const saveMark = (database: Database, value: string): number =>
  database.run("insert or replace into mark (name, value) values ('appointments', :value)", { value })

/**
 * Keeps who comes when and to whom, never a name. What arrives late of an appointment does not take the place of what is
 * newer, in whatever order events come.
 */
export function keepVisit(database: Database, appointment: Appointment): void {
  const { id, patientId, branchId, doctorId, status, start, updatedAt } = appointment
  if (patientId === null) return
  database.run(
    `insert into visit (id, patient_id, branch_id, doctor_id, status, starts_at, updated_at)
     values (:id, :patientId, :branchId, :doctorId, :status, :start, :updatedAt)
     on conflict (id) do update set patient_id = :patientId, branch_id = :branchId, doctor_id = :doctorId,
       status = :status, starts_at = :start, updated_at = :updatedAt where updated_at <= :updatedAt`,
    { id, patientId, branchId, doctorId, status, start, updatedAt },
  )
}
