import { getFeedback, listFeedback } from '@clinic/contract/feedback.ts'
import { implement } from '../kernel/implement.ts'
import { type ListSource, page } from '../kernel/page.ts'
import { presentFeedback } from '../present/feedback.ts'

const source: ListSource = {
  name: 'listFeedback',
  from: 'feedback t',
  columns: 't.*',
  filters: {
    branchId: value => `t.branch_id = ${value}`,
    doctorId: value => `t.doctor_id = ${value}`,
    patientId: value => `t.patient_id = ${value}`,
    rating: value => `t.rating = ${value}`,
  },
  narrow: ['patientId'],
}

export const feedback = [
  implement(listFeedback, (tx, query) => page(tx, source, query, presentFeedback)),
  implement(getFeedback, async (tx, { id }) => ({ data: presentFeedback(await tx.get('feedback', id)) })),
]
