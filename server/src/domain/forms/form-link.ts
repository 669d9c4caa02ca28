import { sql } from '../../db/statement.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { answerableVersion, draftForm, requireFirst, type SubmissionRow } from './submit-form.ts'

const begun = sql<SubmissionRow>(`
  select * from form_submission where company_id = $1 and form_id = $2 and patient_id = $3 and status = 'DRAFT'
    and version_id = $4 order by created_at desc, id desc limit 1 for update`)
const submission = sql<{ id: string }>('select id from form_submission where company_id = $1 and id = $2')

/**
 * Gets a form ready to be filled in by a link: a draft that was begun, which is named, or a draft of the form that is
 * named, the one that was begun of the version that is filled in now or a new one.
 */
export async function prepareToAnswer(tx: Tx, { id, patientId }: { id: string; patientId: string }) {
  const [named] = await tx.sql(submission([tx.clinic.id, id]))
  const draft = named ? await tx.lock('form_submission', id) : await draftOf(tx, { formId: id, patientId })
  if (draft.status !== 'DRAFT') refuse('invalid_state_transition', { from: 'SUBMITTED', to: 'SENT' })
  return { subjectId: draft.id, patientId: draft.patient_id, endsAt: null }
}

async function draftOf(tx: Tx, { formId, patientId }: { formId: string; patientId: string }): Promise<SubmissionRow> {
  const form = await tx.lock('form', formId)
  const version = await answerableVersion(tx, form)
  await requireFirst(tx, form, patientId)
  const [found] = await tx.sql(begun([tx.clinic.id, formId, patientId, version.id]))
  return found ?? draftForm(tx, { formId, patientId, answers: {} })
}
