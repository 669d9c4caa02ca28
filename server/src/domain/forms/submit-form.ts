import { type Answers, answerIssues } from '@clinic/contract/form-answers.ts'
import { type createFormSubmission, formSubmitted } from '@clinic/contract/forms.ts'
import type { Input } from '@clinic/contract/kernel.ts'
import { refuseInput } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { patientFile } from '../patients/patient-file.ts'
import {
  answerableVersion,
  type FormVersionRow,
  fieldsOf,
  requireFirst,
  type SubmissionRow,
  submissionFacts,
} from './form.ts'

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
    only_one: !form.multiple_submissions_allowed,
  })
}

/** Refuses answers that do not fit the version, with every problem in one refusal. */
export function requireAnswers(version: FormVersionRow, answers: Answers, whole: boolean): void {
  const issues = answerIssues(fieldsOf(version), answers, { whole })
  if (issues.length > 0) refuseInput(...issues.map(issue => ({ ...issue, path: `/answers${issue.path}` })))
}
