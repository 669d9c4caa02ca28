import { type Answers, answerIssues } from '@clinic/contract/form-answers.ts'
import { areFormFields, type FormField } from '@clinic/contract/form-fields.ts'
import { type createFormSubmission, FORM_SUBMISSION_STATUSES, formSubmitted } from '@clinic/contract/forms.ts'
import type { Input } from '@clinic/contract/kernel.ts'
import { sql } from '../../db/statement.ts'
import type { TableRow } from '../../db/tables.ts'
import { changeRecord } from '../../kernel/change-record.ts'
import { refuse, refuseInput } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { wordOf } from '../../kernel/values/word-of.ts'
import { patientFile } from '../patients/patient-file.ts'
import { contactKeys, type FormRow, type FormVersionRow } from './form.ts'

export type SubmissionRow = TableRow<'form_submission'>

const statusOf = wordOf(FORM_SUBMISSION_STATUSES)
export const submissionStatus = ({ status }: SubmissionRow) => statusOf(status)

/** What form.submitted tells (contract section 8). */
const submissionFacts = (row: SubmissionRow) => ({
  id: row.id,
  formId: row.form_id,
  patientId: row.patient_id,
  status: submissionStatus(row),
})

/** Submits a patient's answers to the current version of a form, and fires form.submitted. */
export async function submitForm(tx: Tx, input: Input<typeof createFormSubmission>): Promise<SubmissionRow> {
  const submission = await enterAnswers(tx, input, 'SUBMITTED')
  tx.emit(formSubmitted, submissionFacts(submission))
  return submission
}

/** Keeps answers of which some may still be missing; fires nothing. */
export const draftForm = (tx: Tx, input: Input<typeof createFormSubmission>): Promise<SubmissionRow> =>
  enterAnswers(tx, input, 'DRAFT')

async function enterAnswers(
  tx: Tx,
  { formId, patientId, ref, answers }: Input<typeof createFormSubmission>,
  status: 'DRAFT' | 'SUBMITTED',
): Promise<SubmissionRow> {
  const form = await tx.get('form', formId)
  await patientFile(tx, patientId)
  const version = await answerableVersion(tx, form)
  if (status === 'SUBMITTED') await requireFirst(tx, form, patientId)
  requireAnswers(version, answers, status === 'SUBMITTED')
  return tx.insert('form_submission', {
    id: newId('fsb', Date.parse(tx.now)),
    form_id: formId,
    version_id: version.id,
    patient_id: patientId,
    ref: ref ?? null,
    status,
    answers: JSON.stringify(answers),
    contact_keys: contactKeys(fieldsOf(version)),
    only_one: !form.multiple_submissions_allowed,
  })
}

interface DraftChange {
  id: string
  answers: Answers
  /** Whether this is the last of it: then all that is required must be there, and form.submitted fires. */
  submit: boolean
}

/** Replaces the answers of a draft, which stays with the version that it was begun with. */
export async function completeDraft(tx: Tx, { id, answers, submit }: DraftChange): Promise<SubmissionRow> {
  const before = await tx.lock('form_submission', id)
  const from = submissionStatus(before)
  const to = submit ? 'SUBMITTED' : 'DRAFT'
  if (from !== 'DRAFT') refuse('invalid_state_transition', { from, to })
  const form = await tx.get('form', before.form_id)
  if (submit) await requireFirst(tx, form, before.patient_id)
  requireAnswers(await tx.get('form_version', before.version_id), answers, submit)
  const after = await changeRecord(tx, 'form_submission', before, {
    answers,
    status: to,
    only_one: !form.multiple_submissions_allowed,
  })
  if (submit) tx.emit(formSubmitted, submissionFacts(after))
  return after
}

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

/** Refuses answers that do not fit the version, with every problem in one refusal. */
function requireAnswers(version: FormVersionRow, answers: Answers, whole: boolean): void {
  const issues = answerIssues(fieldsOf(version), answers, { whole })
  if (issues.length > 0) refuseInput(...issues.map(issue => ({ ...issue, path: `/answers${issue.path}` })))
}

/** The fields of a version, which were checked when it was published. */
export function fieldsOf({ fields }: FormVersionRow): FormField[] {
  if (areFormFields(fields)) return fields
  throw new TypeError('A stored form has fields of another kind.')
}
