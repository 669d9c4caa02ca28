import { sql } from '../../db/statement.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { latestLink } from '../links/patient-link.ts'
import type { FormRow, FormVersionRow } from './form.ts'
import type { SubmissionRow } from './submit-form.ts'

/** A form with the version that is filled in now and the draft of the next. */
export interface WrittenForm extends FormRow {
  version_id: string | null
  /** Of the version that is filled in now. */
  fields: unknown
  draft_fields: unknown
  draft_version: number
  draft_saved_at: string
}

const WRITTEN = `select t.*, published.id as version_id, published.fields, draft.fields as draft_fields,
    draft.version as draft_version, draft.updated_at as draft_saved_at
  from form t join form_draft as draft on draft.company_id = t.company_id and draft.id = t.id
  left join form_version as published on published.company_id = t.company_id and published.form_id = t.id
    and published.version_num = t.current_version
  where t.company_id = $1`
const all = sql<WrittenForm>(`${WRITTEN} order by t.title, t.id`)
const one = sql<WrittenForm>(`${WRITTEN} and t.id = $2`)
const versions = sql<FormVersionRow>(
  'select * from form_version where company_id = $1 and form_id = $2 order by version_num desc',
)

/** What patients fill in, by title. */
export const writtenForms = (tx: Tx): Promise<WrittenForm[]> => tx.sql(all([tx.clinic.id]))

/** One of the forms, or 404. */
export async function writtenForm(tx: Tx, id: string): Promise<WrittenForm> {
  const [found] = await tx.sql(one([tx.clinic.id, id]))
  return found ?? refuse('not_found', { resource: 'form' })
}

/** The versions of a form, newest first. */
export async function versionsOf(tx: Tx, id: string): Promise<FormVersionRow[]> {
  await tx.get('form', id)
  return tx.sql(versions([tx.clinic.id, id]))
}

/** What a patient answered, with the questions of its version. */
export interface AnsweredForm extends SubmissionRow {
  title: string
  fields: unknown
  first_name: string | null
  last_name: string | null
  file_number: number | null
}

const answered = sql<AnsweredForm>(`
  select t.*, form.title, answered.fields, patient.first_name, patient.last_name, patient.file_number
  from form_submission t
  join form on form.company_id = t.company_id and form.id = t.form_id
  join form_version as answered on answered.company_id = t.company_id and answered.id = t.version_id
  join patient on patient.company_id = t.company_id and patient.id = t.patient_id and patient.deleted_at is null
  where t.company_id = $1 and t.id = $2`)

/** What a patient answered, with the last link to it. */
export async function readSubmission(tx: Tx, id: string) {
  const [[found], link] = await Promise.all([
    tx.sql(answered([tx.clinic.id, id])),
    latestLink(tx, { kind: 'FORM', subjectId: id }),
  ])
  return { submission: found ?? refuse('not_found', { resource: 'form_submission' }), link }
}
