import type { Answers } from '@clinic/contract/form-answers.ts'
import { formSubmitted } from '@clinic/contract/forms.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { requireFirst, type SubmissionRow, submissionFacts, submissionStatus } from './form.ts'
import { requireAnswers } from './submit-form.ts'

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
  const after = await tx.update('form_submission', id, {
    answers: JSON.stringify(answers),
    status: to,
    only_one: !form.multiple_submissions_allowed,
  })
  if (submit) tx.emit(formSubmitted, submissionFacts(after))
  return after
}
