import type { TableRow } from '../../db/tables.ts'
import { wordOf } from '../../kernel/values/word-of.ts'

export type SubmissionRow = TableRow<'einvoice_submission'>

const STATUSES = ['NOT_STARTED', 'PENDING', 'IN_PROGRESS', 'SUBMITTED', 'REJECTED', 'CANCELLED'] as const
export type SubmissionStatus = (typeof STATUSES)[number]
export const submissionStatus = wordOf(STATUSES)

/** Contract section 10. What the authority is looking at is cancelled by its answer alone. */
const NEXT: Record<SubmissionStatus, readonly SubmissionStatus[]> = {
  NOT_STARTED: ['PENDING', 'CANCELLED'],
  PENDING: ['IN_PROGRESS', 'CANCELLED'],
  IN_PROGRESS: ['SUBMITTED', 'REJECTED'],
  SUBMITTED: [],
  REJECTED: [],
  CANCELLED: [],
}

export const mayMove = (from: SubmissionStatus, to: SubmissionStatus): boolean => NEXT[from].includes(to)

/** What every event of a submission tells (contract section 8). */
export const submissionFacts = (row: SubmissionRow) => ({
  id: row.id,
  status: submissionStatus(row.status),
  invoiceId: row.invoice_id,
  attemptNumber: row.attempt_number,
})
