import { type FEEDBACK_CHANNELS, feedbackSubmitted } from '@clinic/contract/feedback.ts'
import type { TableRow } from '../../db/tables.ts'
import { refuseInput } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { patientFile } from '../patients/patient-file.ts'

export type FeedbackRow = TableRow<'feedback'>

/** What a patient says through a link or at a kiosk. With an appointment, whose and where it was follows from that. */
export interface NewFeedback {
  /** 1 to 5. */
  rating: number
  /** Whether they would recommend the clinic, 0 to 10. */
  recommendScore?: number | null
  comment?: string | null
  channel: (typeof FEEDBACK_CHANNELS)[number]
  tags?: readonly string[]
  appointmentId?: string | null
  /** Needed without an appointment. */
  branchId?: string
  patientId?: string | null
  doctorId?: string | null
}

/** Takes feedback, once for an appointment, and fires feedback.submitted. */
export async function submitFeedback(tx: Tx, input: NewFeedback): Promise<FeedbackRow> {
  const { recommendScore = null, comment = null, tags = [] } = input
  requireScale(input)
  const feedback = await tx.insert('feedback', {
    ...(await aboutWhat(tx, input)),
    id: newId('fbk', Date.parse(tx.now)),
    rating: input.rating,
    recommend_score: recommendScore,
    comment,
    channel: input.channel,
    tags: [...new Set(tags)],
    submitted_at: tx.now,
  })
  tx.emit(feedbackSubmitted, { id: feedback.id, branchId: feedback.branch_id, rating: feedback.rating })
  return feedback
}

function requireScale({ rating, recommendScore }: NewFeedback): void {
  const isWithin = (value: number, least: number, most: number) =>
    Number.isInteger(value) && value >= least && value <= most
  if (!isWithin(rating, 1, 5)) refuseInput({ path: '/rating', code: 'range', message: 'must be from 1 to 5' })
  if (recommendScore !== undefined && recommendScore !== null && !isWithin(recommendScore, 0, 10))
    refuseInput({ path: '/recommendScore', code: 'range', message: 'must be from 0 to 10' })
}

async function aboutWhat(tx: Tx, { appointmentId, branchId, patientId = null, doctorId = null }: NewFeedback) {
  if (appointmentId) {
    const { id, branch_id, patient_id, doctor_id } = await tx.get('appointment', appointmentId)
    return { appointment_id: id, branch_id, patient_id, doctor_id }
  }
  if (branchId === undefined) return refuseInput({ path: '/branchId', code: 'required', message: 'is required' })
  if (patientId !== null) await patientFile(tx, patientId)
  return { appointment_id: null, branch_id: branchId, patient_id: patientId, doctor_id: doctorId }
}
