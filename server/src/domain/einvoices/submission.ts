import type { RowChanges, TableRow } from '../../db/tables.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { wordOf } from '../../kernel/values/word-of.ts'

export type SubmissionRow = TableRow<'einvoice_submission'>

const STATUSES = ['NOT_STARTED', 'PENDING', 'IN_PROGRESS', 'SUBMITTED', 'REJECTED', 'CANCELLED'] as const
type SubmissionStatus = (typeof STATUSES)[number]
export const submissionStatus = wordOf(STATUSES)

/** So often it is sent by itself, within a day. Then it waits for a person to have it sent again. */
export const MOST_TRIES = 12

/** Contract section 10. What the authority is looking at is cancelled by its answer alone. */
const NEXT: Record<SubmissionStatus, readonly SubmissionStatus[]> = {
  NOT_STARTED: ['PENDING', 'CANCELLED'],
  PENDING: ['IN_PROGRESS', 'CANCELLED'],
  IN_PROGRESS: ['SUBMITTED', 'REJECTED'],
  SUBMITTED: [],
  REJECTED: [],
  CANCELLED: [],
}

/** What every event of a submission tells (contract section 8). */
export const submissionFacts = (row: SubmissionRow) => ({
  id: row.id,
  status: submissionStatus(row.status),
  invoiceId: row.invoice_id,
  creditNoteId: row.credit_note_id,
  attemptNumber: row.attempt_number,
})

/** Moves a locked submission on, and its invoice knows it, unless it is of a credit note. */
export async function moveSubmission(
  tx: Tx,
  before: SubmissionRow,
  to: SubmissionStatus,
  columns: RowChanges<'einvoice_submission'> = {},
): Promise<SubmissionRow> {
  const from = submissionStatus(before.status)
  if (!NEXT[from].includes(to)) refuse('invalid_state_transition', { from, to })
  if (before.invoice_id !== null && before.credit_note_id === null)
    await tx.update('invoice', before.invoice_id, { e_invoice_status: to })
  return tx.update('einvoice_submission', before.id, {
    ...columns,
    status: to,
    status_changed_at: tx.now,
    given_up_at: null,
  })
}

/** Takes back what the authority has not seen. */
export async function cancelEInvoice(tx: Tx, { id }: { id: string }): Promise<SubmissionRow> {
  return moveSubmission(tx, await lockWithInvoice(tx, id), 'CANCELLED')
}

/** The submission, locked after its invoice: every transaction takes them in this order. */
export async function lockWithInvoice(tx: Tx, id: string): Promise<SubmissionRow> {
  const { invoice_id } = await tx.get('einvoice_submission', id)
  if (invoice_id !== null) await tx.lock('invoice', invoice_id)
  return tx.lock('einvoice_submission', id)
}
