import { onlinePaymentFailed } from '@clinic/contract/online-payments.ts'
import { sql } from '../../db/statement.ts'
import type { Tx } from '../../kernel/tx.ts'
import { followUpClosed } from './checkout-follow-up.ts'
import { type InvoiceRow, isPaidInFull, isVoid } from './invoice-row.ts'
import { type ClosedReason, type OnlinePaymentRow, onlinePaymentFacts } from './online-payment-row.ts'

const close = sql<OnlinePaymentRow & { former_status: string }>(`
  with dying as (
    select id, status from online_payment
    where company_id = $1 and invoice_id = $2 and closed_at is null and status in ('CREATED', 'PENDING', 'FAILED')
      and amount_minor > $3 and id is distinct from $4
    order by id for no key update)
  update online_payment
  set status = 'FAILED', closed_at = $5, closed_reason = $6, updated_at = $5
  from dying where online_payment.company_id = $1 and online_payment.id = dying.id
  returning online_payment.*, dying.status as former_status`)

/**
 * Closes the links that ask for more than is still to be paid, for good, and tells of each that was open. A page that one
 * of them has at the gateway is ended in the background. To be called in
 * every transaction after which less is to be paid, or the invoice is void, with the invoice locked; `paidBy` is the link that
 * the money came by.
 */
export async function closePaymentLinks(
  tx: Tx,
  invoice: Pick<InvoiceRow, 'id' | 'pending_minor' | 'voided_at'>,
  paidBy: string | null = null,
): Promise<void> {
  const reason = reasonFor(invoice)
  const closed = await tx.sql(close([tx.clinic.id, invoice.id, invoice.pending_minor, paidBy, tx.now, reason]))
  for (const { former_status: status, ...link } of closed) {
    if (status !== 'FAILED') tx.emit(onlinePaymentFailed, onlinePaymentFacts(tx.clinic, link), { status })
    if (link.checkout_reference !== null) await followUpClosed(tx, { id: link.id, attempt: link.checkout_attempt })
  }
}

function reasonFor(invoice: Pick<InvoiceRow, 'pending_minor' | 'voided_at'>): ClosedReason {
  if (isVoid(invoice)) return 'CANCELED'
  return isPaidInFull(invoice) ? 'PAID_ELSEWHERE' : 'AMOUNT_CHANGED'
}
