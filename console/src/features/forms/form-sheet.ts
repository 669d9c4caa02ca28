import type { Returned } from '../../lib/api.ts'

export type FormSheet = Returned<'getFormSheet'>

/** What shows answers, and is asked anew when they change. */
export const ANSWERED = ['getFormSheet', 'listFormsOfPatient', 'getPatientTimeline'] as const
