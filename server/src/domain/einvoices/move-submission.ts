import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { mayMove, type SubmissionRow, type SubmissionStatus, submissionStatus } from './submission.ts'

/** Moves a locked submission on, and its invoice knows it. */
export async function moveSubmission(
  tx: Tx,
  before: SubmissionRow,
  to: SubmissionStatus,
  columns: Partial<SubmissionRow> = {},
): Promise<SubmissionRow> {
  const from = submissionStatus(before.status)
  if (!mayMove(from, to)) refuse('invalid_state_transition', { from, to })
  if (before.invoice_id !== null) await tx.update('invoice', before.invoice_id, { e_invoice_status: to })
  const { company_id: _clinic, id: _id, created_at: _created, ...changes } = { ...columns, status: to }
  return tx.update('einvoice_submission', before.id, { ...changes, status_changed_at: tx.now })
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
