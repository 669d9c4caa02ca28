import { areFormFields, type FormField } from '@clinic/contract/form-fields.ts'
import { FORM_SUBMISSION_STATUSES, type FormSubmissionStatus } from '@clinic/contract/forms.ts'
import { sql } from '../../db/statement.ts'
import type { TableRow } from '../../db/tables.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'

export type FormRow = TableRow<'form'>
export type FormVersionRow = TableRow<'form_version'>
export type SubmissionRow = TableRow<'form_submission'>

/** The fields of a version, which were checked when it was published. */
export function fieldsOf({ fields }: Pick<FormVersionRow, 'fields'>): FormField[] {
  if (areFormFields(fields)) return fields
  throw new TypeError('A stored form has fields of another kind.')
}

/** The status of a row, whose column the database holds to these words. */
export function submissionStatus({ status }: Pick<SubmissionRow, 'status'>): FormSubmissionStatus {
  const known = FORM_SUBMISSION_STATUSES.find(one => one === status)
  if (known) return known
  throw new RangeError(`form submission status ${status}`)
}

/** What form.submitted tells (contract section 8). */
export const submissionFacts = (row: SubmissionRow) => ({
  id: row.id,
  formId: row.form_id,
  patientId: row.patient_id,
  status: submissionStatus(row),
})

const currentVersion = sql<FormVersionRow>(`
  select v.* from form f
  join form_version v on v.company_id = f.company_id and v.form_id = f.id and v.version_num = f.current_version
  where f.company_id = $1 and f.id = $2`)

/** The version that is answered now; a form that takes no answers is refused with the state it is in. */
export async function answerableVersion(tx: Tx, form: FormRow): Promise<FormVersionRow> {
  if (!form.active) refuse('invalid_state_transition', { from: 'INACTIVE', to: 'SUBMITTED' })
  const [version] = await tx.sql(currentVersion([tx.clinic.id, form.id]))
  return version ?? refuse('invalid_state_transition', { from: 'UNPUBLISHED', to: 'SUBMITTED' })
}

const submittedBefore = sql(`
  select id from form_submission
  where company_id = $1 and form_id = $2 and patient_id = $3 and status = 'SUBMITTED' limit 1`)

/**
 * Refuses a second submission of the patient where the form allows one. Two at the same moment are told apart by the index
 * form_submission_once.
 */
export async function requireFirst(tx: Tx, form: FormRow, patientId: string): Promise<void> {
  if (form.multiple_submissions_allowed) return
  const earlier = await tx.sql(submittedBefore([tx.clinic.id, form.id, patientId]))
  if (earlier.length > 0) refuse('invalid_state_transition', { from: 'SUBMITTED', to: 'SUBMITTED' })
}
