import { eInvoiceCleared, eInvoiceRejected, eInvoiceSubmitted } from '@clinic/contract/einvoices.ts'
import type { Tx } from '../../kernel/tx.ts'
import { lockWithInvoice, moveSubmission, type SubmissionRow, submissionFacts } from './submission.ts'
import type { AuthorityAnswer } from './tax-authority.ts'

/** Keeps what the authority said; the same answer once more changes nothing and fires nothing. */
export async function recordAnswer(tx: Tx, id: string, answer: AuthorityAnswer): Promise<SubmissionRow> {
  const before = await lockWithInvoice(tx, id)
  if (before.status !== 'IN_PROGRESS') return before
  const { outcome } = answer
  const after = await moveSubmission(tx, before, outcome === 'REJECTED' ? 'REJECTED' : 'SUBMITTED', {
    submission_time: tx.now,
    clearance_time: outcome === 'CLEARED' ? tx.now : null,
    // What it is of a credit note says which one, first.
    info_messages: [...before.info_messages, ...answer.infoMessages],
    warning_messages: answer.warningMessages,
    error_messages: answer.errorMessages,
  })
  tell(tx, after, outcome)
  return after
}

/** Clearance is told by its event, the status stays SUBMITTED (specification, Rules per event, 4). */
function tell(tx: Tx, after: SubmissionRow, outcome: AuthorityAnswer['outcome']): void {
  const facts = submissionFacts(after)
  const previous = { status: 'IN_PROGRESS' }
  if (outcome === 'REJECTED') tx.emit(eInvoiceRejected, facts, previous)
  else tx.emit(eInvoiceSubmitted, facts, previous)
  if (outcome === 'CLEARED') tx.emit(eInvoiceCleared, facts)
}
