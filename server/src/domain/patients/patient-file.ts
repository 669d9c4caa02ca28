import type { Selectable } from 'kysely'
import type { Database } from '../../db/builder.ts'
import { sql } from '../../db/statement.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'

export type PatientRow = Selectable<Database['patient']>

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
  'national_id',
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

/** What is shown of a patient: the hottest reads of the API leave out the columns that nobody sees. */
export type ShownPatient = Pick<PatientRow, (typeof SHOWN)[number]>
export const SHOWN_COLUMNS = SHOWN.map(column => `t.${column}`).join(', ')

const shownPatient = sql(
  `select ${SHOWN_COLUMNS} from patient t where t.company_id = $1 and t.id = $2 and t.deleted_at is null`,
)

/** The patient's file; a deleted one is not found. */
export async function patientFile(tx: Tx, id: string): Promise<ShownPatient> {
  const [patient] = await tx.sql<ShownPatient>(shownPatient([tx.clinic.id, id]))
  return patient ?? refuse('not_found', { resource: 'patient' })
}
