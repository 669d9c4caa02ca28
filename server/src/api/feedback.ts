import { getFeedback, listFeedback } from '@clinic/contract/feedback.ts'
import type { FeedbackRow } from '../domain/feedback/feedback.ts'
import { implement } from '../kernel/implement.ts'
import { listSource } from '../kernel/list-source.ts'
import { page } from '../kernel/page.ts'
import { presentFeedback } from '../present/feedback.ts'

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
  implement(listFeedback, (tx, query) => page(tx, source, query, presentFeedback)),
  implement(getFeedback, async (tx, { id }) => ({ data: presentFeedback(await tx.get('feedback', id)) })),
]
