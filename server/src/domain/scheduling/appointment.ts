import { sql } from '../../db/statement.ts'
import type { TableRow } from '../../db/tables.ts'
import type { Tx } from '../../kernel/tx.ts'
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

const holdDiaries = sql(`
  select pg_advisory_xact_lock(hashtextextended('diary ' || $1 || ' ' || diary, 0)) from unnest($2::text[]) as diary`)

/**
 * Makes other transactions that write in the diary of the doctor or the room wait until this one ends. Without it, two
 * that write the same time would each wait for the other's end in the exclusion constraint: a deadlock. Always after the
 * lock of the appointment itself, if there is one, and always the doctor first.
 */
export async function holdDiary(
  tx: Tx,
  { doctor_id, branch_id, room }: Pick<AppointmentRow, 'doctor_id' | 'branch_id' | 'room'>,
): Promise<void> {
  const diaries = room === null ? [doctor_id] : [doctor_id, `${branch_id} ${room.trim().toLowerCase()}`]
  await tx.sql(holdDiaries([tx.clinic.id, diaries]))
}
