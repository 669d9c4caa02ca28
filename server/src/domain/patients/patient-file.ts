import { sql } from '../../db/statement.ts'
import type { TableRow } from '../../db/tables.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { refusePatient } from './refuse-patient.ts'

export type PatientRow = TableRow<'patient'>
/** How a national id lies in the database: sealed, or in clear where it is from before that. */
export type StoredNationalId = Pick<PatientRow, 'national_id' | 'national_id_sealed'>

const SHOWN = [
  'id',
  'file_number',
  'clinic_file_number',
  'gender',
  'is_lead',
  'disabled',
  'pending',
  'branch_id',
  'doctor_id',
  'created_at',
  'updated_at',
  'first_name',
  'last_name',
  'phone_number',
  'email',
  'birth_date',
  'address',
  'insurance_company_id',
  'insurance_policy_id',
  'insurance_class_id',
  'insurance_number',
  'insurance_group',
  'insurance_percentage',
  'insurance_limit_minor',
  'insurance_unlimited',
  'insurance_end_date',
] as const satisfies (keyof PatientRow)[]

/** What is shown of a patient: the hottest reads of the API leave out the columns that are never shown. */
export type ShownPatient = Pick<PatientRow, (typeof SHOWN)[number]>
export const SHOWN_COLUMNS = SHOWN.map(column => `t.${column}`).join(', ')

/** The same with the national id, for those who have the key. */
export type IdentifiedPatient = ShownPatient & StoredNationalId
export const IDENTIFIED_COLUMNS = `${SHOWN_COLUMNS}, t.national_id, t.national_id_sealed`

const withColumns = (columns: string) =>
  `select ${columns} from patient t where t.company_id = $1 and t.id = $2 and t.deleted_at is null`
const shownPatient = sql<ShownPatient>(withColumns(SHOWN_COLUMNS))
const identifiedPatient = sql<IdentifiedPatient>(withColumns(IDENTIFIED_COLUMNS))

/** The patient's file; a deleted one is not found. */
export async function patientFile(tx: Tx, id: string): Promise<ShownPatient> {
  const [patient] = await tx.sql(shownPatient([tx.clinic.id, id]))
  return patient ?? refusePatient(tx, id)
}

/** Refuses a file that is not found; the platform itself also finds one that was deleted or restricted. */
export async function requirePatientFile(tx: Tx, id: string): Promise<void> {
  if (tx.caller.kind === 'system') await tx.get('patient', id)
  else await patientFile(tx, id)
}

/** The same with the national id as it is stored. */
export async function identifiedPatientFile(tx: Tx, id: string): Promise<IdentifiedPatient> {
  const [patient] = await tx.sql(identifiedPatient([tx.clinic.id, id]))
  return patient ?? refusePatient(tx, id)
}

/** The whole row, for rules that look at more than is shown; a deleted one is not found. */
export async function wholePatientFile(tx: Tx, id: string): Promise<PatientRow> {
  const patient = await tx.get('patient', id)
  return patient.deleted_at === null ? patient : refuse('not_found', { resource: 'patient' })
}

const holdPatient = sql(
  'select id from patient where company_id = $1 and id = $2 and deleted_at is null for no key update',
)

/**
 * Makes other transactions that do so wait until this one ends: for what is true of one of the patient's records at a
 * time. Records that merely refer to the patient are not held up. A deleted file is not found.
 */
export async function holdPatientFile(tx: Tx, id: string): Promise<void> {
  const [held] = await tx.sql(holdPatient([tx.clinic.id, id]))
  if (!held) refuse('not_found', { resource: 'patient' })
}
