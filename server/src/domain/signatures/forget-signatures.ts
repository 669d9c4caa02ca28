import { Id } from '@clinic/contract/fields.ts'
import { inRealTime, jobKind } from '../../kernel/job-queue.ts'

/** Empties what names a person in the signatures of a patient who has become anonymous, which no request has the right to. */
export const forgetSignatures = inRealTime(jobKind('forget_signatures', { patientId: Id }))
