import type { Answers } from '@clinic/contract/form-answers.ts'
import type { FormField } from '@clinic/contract/form-fields.ts'
import { isRecord } from '@clinic/contract/json-schema.ts'
import type { Tx } from '../../kernel/tx.ts'
import { completeDraft, fieldsOf, type SubmissionRow } from '../forms/submit-form.ts'
import { useLink } from '../links/patient-link.ts'
import { type LinkedThing, linkedThing, linkOfKind } from './linked-thing.ts'

/** What a link to a form shows: its questions, and what was answered so far. */
export interface LinkedForm extends LinkedThing {
  title: string
  fields: readonly FormField[]
  answers: Answers
}

/** What a link to a form shows, and whether it still does; nothing where it is not there. */
export async function linkedForm(tx: Tx, linkId: string): Promise<LinkedForm | undefined> {
  const link = await linkOfKind(tx, linkId, 'FORM')
  if (link?.subject_id == null) return undefined
  const submission = await tx.get('form_submission', link.subject_id)
  const [thing, { title }, version] = await Promise.all([
    linkedThing(tx, link),
    tx.get('form', submission.form_id),
    tx.get('form_version', submission.version_id),
  ])
  const isOpen = thing.state === 'OPEN' && submission.status === 'DRAFT'
  return {
    ...{ ...thing, title, fields: fieldsOf(version) },
    answers: isRecord(submission.answers) ? submission.answers : {},
    state: thing.state === 'OPEN' && !isOpen ? 'USED' : thing.state,
  }
}

interface Answer {
  submissionId: string
  linkId: string
  answers: Answers
}

/** Submits what a patient answered, which fires form.submitted once, and uses the link up. */
export async function answerByLink(tx: Tx, { submissionId, linkId, answers }: Answer): Promise<SubmissionRow> {
  const submitted = await completeDraft(tx, { id: submissionId, answers, submit: true })
  await useLink(tx, linkId)
  return submitted
}
