import { sql } from '../../db/statement.ts'
import { refuse } from '../../kernel/errors.ts'
import { listSource } from '../../kernel/list-source.ts'
import type { Tx } from '../../kernel/tx.ts'
import { foldForSearch } from '../../kernel/values/fold-for-search.ts'
import type { PatientRow } from '../patients/patient-file.ts'
import { retentionOf } from './retention.ts'

/** What may become of a patient's file, and what has. */
export interface PrivacyRow
  extends Pick<
    PatientRow,
    | 'id'
    | 'file_number'
    | 'first_name'
    | 'last_name'
    | 'deleted_at'
    | 'restricted_at'
    | 'anonymise_at'
    | 'anonymised_at'
    | 'version'
  > {
  legal_hold: string | null
  reason: string | null
  restricted_by: string | null
  coming_visits: number
  open_invoices: number
  /** Until when the medical record has to be kept. */
  kept_until: string
}

/** When something was last done for the patient, as far as a record tells: null where there is none. */
const LAST_VISIT = `(select greatest(
    (select max(starts_at) from appointment where company_id = $1 and patient_id = $2
      and status not in ('CANCELED', 'NOSHOW')),
    (select max(created_at) from encounter where company_id = $1 and patient_id = $2),
    (select max(created_at) from treatment where company_id = $1 and patient_id = $2),
    (select max(created_at) from prescription where company_id = $1 and patient_id = $2),
    (select max(created_at) from consent_form where company_id = $1 and patient_id = $2),
    (select max(created_at) from form_submission where company_id = $1 and patient_id = $2),
    (select max(created_at) from lab_order where company_id = $1 and patient_id = $2),
    (select max(created_at) from file where company_id = $1 and patient_id = $2)))`

/** Both may be settled yet: a file is not restricted over them. */
const privacyOf = sql<PrivacyRow>(`
  select patient.id, file_number, first_name, last_name, deleted_at, restricted_at, anonymise_at, anonymised_at, legal_hold,
    patient.version, nullif(restricted.reason, '') as reason, coalesce(who.name, restricted.restricted_by) as restricted_by,
    (select count(*)::integer from appointment where company_id = $1 and patient_id = $2 and ends_at > $3
      and status not in ('CANCELED', 'NOSHOW', 'COMPLETED')) as coming_visits,
    (select count(*)::integer from invoice where company_id = $1 and patient_id = $2 and pending_minor > 0) as open_invoices,
    coalesce(${LAST_VISIT} + make_interval(years => $4), $3)::timestamptz(3) as kept_until
  from patient
  left join restricted_patient as restricted on restricted.company_id = $1 and restricted.patient_id = patient.id
  left join people_of_clinic($1) as who on who.user_id = restricted.restricted_by
  where patient.company_id = $1 and patient.id = $2`)

export async function patientPrivacy(tx: Tx, id: string): Promise<PrivacyRow> {
  const { kept } = await retentionOf(tx)
  const [row] = await tx.sql(privacyOf([tx.clinic.id, id, tx.now, kept.medicalYears]))
  return row ?? refuse('not_found', { resource: 'patient' })
}

const ofNumber = sql<{ id: string }>(`
  select id from patient where company_id = $1 and file_number::text = $2 and file_number = least($2::bigint, 2147483647)`)

/** The same of the file with a number, which is given as a person types it. */
export async function privacyOfFile(tx: Tx, fileNumber: string): Promise<PrivacyRow> {
  const digits = foldForSearch(fileNumber).trim()
  const [found] = /^\d{1,10}$/.test(digits) ? await tx.sql(ofNumber([tx.clinic.id, digits])) : []
  return found ? patientPrivacy(tx, found.id) : refuse('not_found', { resource: 'patient' })
}

/** The file number, typed by the person who asks for what cannot simply be undone. */
export function requireConfirmed({ file_number: number }: Pick<PrivacyRow, 'file_number'>, confirm: string): void {
  if (confirm.trim() !== String(number)) refuse('confirmation_mismatch')
}

/** In which state a file is; it goes on from there as the use-cases say. */
export type PrivacyState = 'OPEN' | 'DELETED' | 'RESTRICTED' | 'ANONYMISED'
export function privacyState(file: Pick<PrivacyRow, 'deleted_at' | 'restricted_at' | 'anonymised_at'>): PrivacyState {
  if (file.anonymised_at !== null) return 'ANONYMISED'
  if (file.restricted_at !== null) return 'RESTRICTED'
  return file.deleted_at === null ? 'OPEN' : 'DELETED'
}

export type RestrictedRow = Pick<
  PatientRow,
  | 'id'
  | 'created_at'
  | 'updated_at'
  | 'restricted_at'
  | 'file_number'
  | 'first_name'
  | 'last_name'
  | 'anonymise_at'
  | 'anonymised_at'
  | 'legal_hold'
>

/** The files that are restricted, what changed last first. */
export const restrictedPatients = listSource<RestrictedRow>({
  name: 'listRestrictedPatients',
  from: 'patient t',
  columns: `t.id, t.created_at, t.updated_at, t.restricted_at, t.file_number, t.first_name, t.last_name, t.anonymise_at,
    t.anonymised_at, t.legal_hold`,
  where: 't.restricted_at is not null and t.merged_into_id is null',
  orderBy: 'updated_at',
  filters: { held: at => `(t.legal_hold is not null) = ${at}` },
})
