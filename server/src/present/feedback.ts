import { FEEDBACK_CHANNELS, type Feedback } from '@clinic/contract/feedback.ts'
import type { Static } from '@clinic/contract/kernel.ts'
import type { FeedbackRow } from '../domain/feedback/feedback.ts'
import { wordOf } from '../kernel/values/word-of.ts'

const channelOf = wordOf(FEEDBACK_CHANNELS)

export const presentFeedback = (row: FeedbackRow): Static<typeof Feedback> => ({
  object: 'feedback',
  id: row.id,
  rating: row.rating,
  recommendScore: row.recommend_score,
  comment: row.comment,
  channel: channelOf(row.channel),
  tags: row.tags,
  resolved: row.resolved_at !== null,
  resolvedAt: row.resolved_at,
  patientId: row.patient_id,
  appointmentId: row.appointment_id,
  doctorId: row.doctor_id,
  branchId: row.branch_id,
  submittedAt: row.submitted_at,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})
