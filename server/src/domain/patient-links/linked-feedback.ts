import { sql } from '../../db/statement.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { type FeedbackRow, submitFeedback } from '../feedback/feedback.ts'
import { useLink } from '../links/patient-link.ts'
import { holdPatientFile } from '../patients/patient-file.ts'
import { type LinkedThing, linkedThing, linkOfKind } from './linked-thing.ts'

const given = sql<{ id: string }>('select id from feedback where company_id = $1 and appointment_id = $2')
const isGiven = async (tx: Tx, visitId: string): Promise<boolean> =>
  (await tx.sql(given([tx.clinic.id, visitId]))).length > 0

/** Gets a visit that is over ready to be said something about: once. The file is held, so that there is one link. */
export async function prepareFeedback(tx: Tx, { id }: { id: string }) {
  const { patient_id, status } = await tx.get('appointment', id)
  const patientId = patient_id ?? refuse('not_found', { resource: 'appointment' })
  if (status !== 'COMPLETED') refuse('invalid_state_transition', { from: status, to: 'SENT' })
  await holdPatientFile(tx, patientId)
  if (await isGiven(tx, id)) refuse('invalid_state_transition', { from: 'SUBMITTED', to: 'SENT' })
  return { subjectId: id, patientId, endsAt: null }
}

/** What a link to a visit that is over shows: nothing of who the patient is. */
export async function linkedFeedback(tx: Tx, linkId: string): Promise<LinkedThing | undefined> {
  const link = await linkOfKind(tx, linkId, 'FEEDBACK')
  if (link?.subject_id == null) return undefined
  const { branch_id } = await tx.get('appointment', link.subject_id)
  const thing = await linkedThing(tx, link, branch_id)
  const isOver = thing.state === 'OPEN' && (await isGiven(tx, link.subject_id))
  return { ...thing, state: isOver ? 'USED' : thing.state }
}

interface Opinion {
  linkId: string
  visitId: string
  rating: number
  recommendScore: number | null
  comment: string | null
}

/** Takes what a patient says of a visit, once, which fires feedback.submitted, and uses the link up. */
export async function sayByLink(tx: Tx, { linkId, visitId, ...said }: Opinion): Promise<FeedbackRow> {
  await useLink(tx, linkId)
  return submitFeedback(tx, { ...said, appointmentId: visitId, channel: 'link', tags: [] })
}
