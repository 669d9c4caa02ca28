import { Id } from '@clinic/contract/fields.ts'
import { jobKind } from '../../kernel/job-queue.ts'

/** Hands a communication to its carrier. */
export const messageDispatch = jobKind('dispatch_message', { communicationId: Id })

/** Asks the carrier to approve a template. */
export const templateSubmission = jobKind('submit_template', { templateId: Id })

/** Takes over the templates that the clinic has at its carrier already. */
export const templateImport = jobKind('import_templates', {})
