import { listSource } from '../../kernel/list-source.ts'
import type { FeedbackRow } from './feedback.ts'

/** Feedback with its patient, where it is known whose it is. */
export interface ListedFeedback extends FeedbackRow {
  first_name: string | null
  last_name: string | null
  file_number: number | null
}

export const clinicFeedback = listSource<ListedFeedback>({
  name: 'listClinicFeedback',
  from: `feedback t left join lateral (select first_name, last_name, file_number from patient
    where company_id = t.company_id and id = t.patient_id offset 0) patient on true`,
  columns: 't.*, patient.first_name, patient.last_name, patient.file_number',
  filters: {
    branchId: value => `t.branch_id = ${value}`,
    doctorId: value => `t.doctor_id = ${value}`,
    patientId: value => `t.patient_id = ${value}`,
    rating: value => `t.rating = ${value}`,
    branches: value => `t.branch_id = any(${value})`,
  },
  derived: ['branches'],
})
