import { listClinicFeedback } from '@clinic/contract/staff/patient-feedback.ts'
import { clinicFeedback } from '../domain/feedback/clinic-feedback.ts'
import { branchesOf } from '../kernel/branch-sight.ts'
import { implement } from '../kernel/implement.ts'
import { page } from '../kernel/page.ts'
import { presentFeedbackEntry } from '../present/clinic-feedback.ts'

/** What patients said of their visits, as the staff read it. */
export const feedbackApi = [
  implement(listClinicFeedback, (tx, query) => {
    const branches = branchesOf(tx)
    return page(tx, clinicFeedback, { ...query, ...(branches && { branches }) }, presentFeedbackEntry)
  }),
]
