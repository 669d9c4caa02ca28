import { sql } from '../../db/statement.ts'
import type { BranchSight, Tx } from '../../kernel/tx.ts'

/**
 * Whether a patient, as `t` unless told, is in sight of these branches: the file lies there, or there is an appointment there.
 * The one rule, for lists and for single records. All visits of the patient are looked at: for the first that fits
 * PostgreSQL would walk those of the whole clinic.
 */
export const inSightOf = (branches: string, patient = 't'): string => `(${patient}.branch_id = any(${branches}) or (
  select bool_or(visit.branch_id = any(${branches})) from appointment as visit
  where visit.company_id = ${patient}.company_id and visit.patient_id = ${patient}.id))`

/** Of some patients those in sight of these branches. */
export const patientsInSight = sql<{ id: string }>(
  `select id from patient t where t.company_id = $1 and t.id = any($2) and ${inSightOf('$3')}`,
)

/**
 * Of some patients those in sight of these branches, and those who left it since an instant: with their file, or with a visit
 * that went elsewhere. Whose records lay in none of the branches is not among them.
 */
export const patientsOnceInSight = sql<{ id: string }>(
  `select id from patient t where t.company_id = $1 and t.id = any($2) and (${inSightOf('$3')} or exists (
    select from record_change as moved where moved.company_id = t.company_id and moved.patient_id = t.id
      and moved.at >= $4::timestamptz and moved.table_name in ('patient', 'appointment')
      and moved.changes -> 'branch_id' ->> 0 = any($3)))`,
)

/** Whether a member who sees these branches sees the patient. */
export const isPatientInSight = async (tx: Tx, { allBranches, branchIds }: BranchSight, id: string): Promise<boolean> =>
  allBranches || (await tx.sql(patientsInSight([tx.clinic.id, [id], branchIds]))).length > 0
