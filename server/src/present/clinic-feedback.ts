import { FeedbackEntry } from '@clinic/contract/staff/patient-feedback.ts'
import type { ListedFeedback } from '../domain/feedback/clinic-feedback.ts'
import { presenter } from '../kernel/presenter.ts'
import { patientName } from './patient-name.ts'

export const presentFeedbackEntry = presenter<ListedFeedback, typeof FeedbackEntry>(FeedbackEntry, {
  resolved: row => row.resolved_at !== null,
  patientName,
})
