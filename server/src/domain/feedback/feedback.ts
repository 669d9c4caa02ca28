import { type FEEDBACK_CHANNELS, feedbackSubmitted } from '@clinic/contract/feedback.ts'
import type { TableRow } from '../../db/tables.ts'
import { columnsOf, type NewFields } from '../../kernel/columns.ts'
import { refuseInput } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { patientFile } from '../patients/patient-file.ts'

export type FeedbackRow = TableRow<'feedback'>

/**
 * What a patient says through a link or at a kiosk: a rating from 1 to 5, and whether they would recommend the clinic, 0 to
 * 10. With an appointment, whose and where it was follows from that.
 */
export interface NewFeedback extends Omit<NewFields<'feedback', 'submitted_at' | 'resolved_at'>, 'branchId'> {
  channel: (typeof FEEDBACK_CHANNELS)[number]
  /** Needed without an appointment. */
  branchId?: string
}

/** Takes feedback, once for an appointment, and fires feedback.submitted. */
export async function submitFeedback(tx: Tx, input: NewFeedback): Promise<FeedbackRow> {
  requireScale(input)
  const feedback = await tx.insert('feedback', {
    ...columnsOf(input),
    ...(await aboutWhat(tx, input)),
    id: newId('fbk', Date.parse(tx.now)),
    tags: [...new Set(input.tags)],
    submitted_at: tx.now,
  })
  tx.emit(feedbackSubmitted, { id: feedback.id, branchId: feedback.branch_id, rating: feedback.rating })
  return feedback
}

function requireScale({ rating, recommendScore }: NewFeedback): void {
  const isWithin = (value: number, least: number, most: number) =>
    Number.isInteger(value) && value >= least && value <= most
  if (!isWithin(rating, 1, 5)) refuseInput({ path: '/rating', code: 'range', message: 'must be from 1 to 5' })
  if (recommendScore != null && !isWithin(recommendScore, 0, 10))
    refuseInput({ path: '/recommendScore', code: 'range', message: 'must be from 0 to 10' })
}

async function aboutWhat(tx: Tx, { appointmentId, branchId, patientId }: NewFeedback) {
  if (appointmentId) {
    const { branch_id, patient_id, doctor_id } = await tx.get('appointment', appointmentId)
    return { branch_id, patient_id, doctor_id }
  }
  if (branchId === undefined) return refuseInput({ path: '/branchId', code: 'required', message: 'is required' })
  if (patientId != null) await patientFile(tx, patientId)
  return { branch_id: branchId }
}

/** Notes that the clinic has dealt with the feedback, or that it has not after all. */
export async function resolveFeedback(
  tx: Tx,
  { id, resolved }: { id: string; resolved: boolean },
): Promise<FeedbackRow> {
  const before = await tx.lock('feedback', id)
  if (resolved === (before.resolved_at !== null)) return before
  return tx.update('feedback', id, { resolved_at: resolved ? tx.now : null })
}
