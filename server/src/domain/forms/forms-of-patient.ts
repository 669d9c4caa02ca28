import { sql } from '../../db/statement.ts'
import type { Tx } from '../../kernel/tx.ts'
import { patientFile } from '../patients/patient-file.ts'

/** What a patient was asked to sign or to fill in. */
export interface PatientFormRow {
  id: string
  patient_id: string
  /** Null of a consent. */
  form_id: string | null
  kind: string
  name: string
  state: string
  signed_at: string | null
  expires_at: string | null
  created_at: string
}

const forms = sql<PatientFormRow>(`
  select id, patient_id, form_id, kind, name, state, signed_at, expires_at, created_at from (
    (select id, patient_id, null as form_id, 'CONSENT' as kind, name, signed_at, expires_at, created_at,
       case when signed and (expires_at is null or expires_at > $3) then 'DONE'
         when expires_at <= $3 then 'EXPIRED' when sign_required then 'UNSIGNED' else 'OPEN' end as state
     from consent_form where company_id = $1 and patient_id = $2
     order by created_at desc, id desc limit 200)
    union all
    (select t.id, t.patient_id, t.form_id, 'FORM', form.title, null, null, t.created_at,
       case t.status when 'DRAFT' then 'OPEN' else 'DONE' end
     from form_submission as t join form on form.company_id = t.company_id and form.id = t.form_id
     where t.company_id = $1 and t.patient_id = $2
     order by t.created_at desc, t.id desc limit 200)) as asked
  order by array_position(array['UNSIGNED', 'OPEN'], state), created_at desc, id desc`)

/** What is to be signed first, then what is open, then the rest. */
export async function formsOfPatient(tx: Tx, patientId: string): Promise<PatientFormRow[]> {
  await patientFile(tx, patientId)
  return tx.sql(forms([tx.clinic.id, patientId, tx.now]))
}
