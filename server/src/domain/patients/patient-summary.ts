import { sql } from '../../db/statement.ts'
import type { TableRow } from '../../db/tables.ts'
import type { Tx } from '../../kernel/tx.ts'

/** What is asked of a patient before a visit. Each part is read only by those who may see it. */
const PART = 5

export type SummarizedAppointment = Pick<
  TableRow<'appointment'>,
  'id' | 'starts_at' | 'ends_at' | 'status' | 'type' | 'doctor_id' | 'branch_id'
>

const appointmentsOf = (bound: string, order: string) =>
  sql<SummarizedAppointment>(`
    select id, starts_at, ends_at, status, type, doctor_id, branch_id from appointment
    where company_id = $1 and patient_id = $2 and ${bound}
    order by starts_at ${order}, id ${order} limit ${PART}`)
const upcoming = appointmentsOf("starts_at >= $3 and status not in ('CANCELED', 'NOSHOW')", 'asc')
const recent = appointmentsOf('starts_at < $3', 'desc')

export async function appointmentsAround(tx: Tx, patientId: string) {
  const values = [tx.clinic.id, patientId, tx.now]
  const [next, last] = await Promise.all([tx.sql(upcoming(values)), tx.sql(recent(values))])
  return { next, last }
}

const openTreatments = sql<
  Pick<TableRow<'treatment'>, 'id' | 'name' | 'code' | 'status' | 'tooth' | 'completed_percent' | 'doctor_id'>
>(`
  select id, name, code, status, tooth, completed_percent, doctor_id from treatment
  where company_id = $1 and patient_id = $2 and status in ('PLANNED', 'IN_PROGRESS')
  order by created_at desc, id desc limit 20`)
const latestMeasurements = sql<Pick<TableRow<'measurement'>, 'name' | 'value' | 'status' | 'created_at'>>(`
  select name, value, status, created_at from measurement
  where company_id = $1 and patient_id = $2 and last order by name limit 100`)
const latestPrescriptions = sql<{ id: string; created_at: string; medications: string[] }>(`
  select prescription.id, prescription.created_at, array(
    select line.name from medication_line as line
    where line.company_id = $1 and line.prescription_id = prescription.id order by line.sort_order) as medications
  from prescription where company_id = $1 and patient_id = $2
  order by created_at desc, id desc limit ${PART}`)

export async function clinicalState(tx: Tx, patientId: string) {
  const values = [tx.clinic.id, patientId]
  const [treatments, measurements, prescriptions] = await Promise.all([
    tx.sql(openTreatments(values)),
    tx.sql(latestMeasurements(values)),
    tx.sql(latestPrescriptions(values)),
  ])
  return { treatments, measurements, prescriptions }
}

const toBePaid = sql<{ minor: number }>(`
  select coalesce(sum(pending_minor), 0)::bigint as minor from invoice where company_id = $1 and patient_id = $2`)

/** What the patient still has to pay on all invoices, in minor units. */
export async function openBalance(tx: Tx, patientId: string): Promise<number> {
  const [sum] = await tx.sql(toBePaid([tx.clinic.id, patientId]))
  return sum?.minor ?? 0
}
