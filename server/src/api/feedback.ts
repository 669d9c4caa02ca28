import { FEEDBACK_CHANNELS, type Feedback, getFeedback, listFeedback } from '@clinic/contract/feedback.ts'
import type { Static } from '@clinic/contract/kernel.ts'
import type { FeedbackRow } from '../domain/feedback/submit-feedback.ts'
import { implement } from '../kernel/implement.ts'
import { listSource } from '../kernel/list-source.ts'
import { page } from '../kernel/page.ts'
import { wordOf } from '../kernel/values/word-of.ts'

const channelOf = wordOf(FEEDBACK_CHANNELS)

const present = (row: FeedbackRow): Static<typeof Feedback> => ({
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

const source = listSource<FeedbackRow>({
  name: 'listFeedback',
  from: 'feedback t',
  columns: 't.*',
  filters: {
    branchId: value => `t.branch_id = ${value}`,
    doctorId: value => `t.doctor_id = ${value}`,
    patientId: value => `t.patient_id = ${value}`,
    rating: value => `t.rating = ${value}`,
  },
  selectiveFilters: ['patientId'],
})

export const feedback = [
  implement(listFeedback, (tx, query) => page(tx, source, query, present)),
  implement(getFeedback, async (tx, { id }) => ({ data: present(await tx.get('feedback', id)) })),
]
