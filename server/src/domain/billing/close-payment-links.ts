import { Id } from '@clinic/contract/fields.ts'
import { onlinePaymentFailed } from '@clinic/contract/online-payments.ts'
import { sql } from '../../db/statement.ts'
import { refuse } from '../../kernel/errors.ts'
import { enqueue, jobKind } from '../../kernel/job-queue.ts'
import type { Tx } from '../../kernel/tx.ts'
import { followUpClosed } from './checkout-follow-up.ts'
import { type InvoiceRow, isPaidInFull, isVoid } from './invoice-row.ts'
import {
  type ClosedReason,
  hasExpired,
  isPayable,
  type OnlinePaymentRow,
  onlinePaymentFacts,
} from './online-payment-row.ts'

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
 * of them has at the gateway is ended in the background. To be called in every transaction after which less is to be paid,
 * or the invoice is void, with the invoice locked; `paidBy` is the link that the money came by.
 */
export async function closePaymentLinks(
  tx: Tx,
  invoice: Pick<InvoiceRow, 'id' | 'pending_minor' | 'voided_at'>,
  paidBy: string | null = null,
): Promise<void> {
  const reason = reasonFor(invoice)
  const closed = await tx.sql(close([tx.clinic.id, invoice.id, invoice.pending_minor, paidBy, tx.now, reason]))
  for (const { former_status: status, ...link } of closed) await tellClosed(tx, link, status)
}

/** Tells of a link that was open, and has a page that it has at the gateway ended. */
async function tellClosed(tx: Tx, link: OnlinePaymentRow, status: string): Promise<void> {
  if (status !== 'FAILED') tx.emit(onlinePaymentFailed, onlinePaymentFacts(tx.clinic, link), { status })
  if (link.checkout_reference !== null) await followUpClosed(tx, { id: link.id, attempt: link.checkout_attempt })
}

function reasonFor(invoice: Pick<InvoiceRow, 'pending_minor' | 'voided_at'>): ClosedReason {
  if (isVoid(invoice)) return 'CANCELED'
  return isPaidInFull(invoice) ? 'PAID_ELSEWHERE' : 'AMOUNT_CHANGED'
}

/** The link, locked after its invoice, as by everything that money does to it. */
export async function lockLink(tx: Tx, id: string): Promise<OnlinePaymentRow> {
  const { invoice_id } = await tx.get('online_payment', id)
  await tx.lock('invoice', invoice_id)
  return tx.lock('online_payment', id)
}

/** What stands against a link being paid, by its word among states. */
export const stateOfLink = ({ status, closed_reason }: OnlinePaymentRow): string =>
  status === 'FAILED' ? (closed_reason ?? 'EXPIRED') : status

/** Closes a link that can be paid, by a member of staff who says why. */
export async function cancelLink(tx: Tx, { id, reason }: { id: string; reason: string }): Promise<OnlinePaymentRow> {
  const before = await lockLink(tx, id)
  if (!isPayable(before, tx.now)) refuse('invalid_state_transition', { from: stateOfLink(before), to: 'CANCELED' })
  return closeLink(tx, before, 'CANCELED', reason)
}

/** Closes a link whose time is over, unless it was paid or closed before. */
export async function expireLink(tx: Tx, { onlinePaymentId }: { onlinePaymentId: string }): Promise<void> {
  const before = await lockLink(tx, onlinePaymentId)
  const isOpen = isPayable({ ...before, expires_at: null }, tx.now)
  if (isOpen && hasExpired(before, tx.now)) await closeLink(tx, before, 'EXPIRED')
}

async function closeLink(
  tx: Tx,
  before: OnlinePaymentRow,
  reason: ClosedReason,
  note: string | null = null,
): Promise<OnlinePaymentRow> {
  const closing = { status: 'FAILED', closed_at: tx.now, closed_reason: reason, close_note: note }
  const after = await tx.update('online_payment', before.id, closing)
  await tellClosed(tx, after, before.status)
  return after
}

/** Ends a link at its time. */
export const linkExpiry = jobKind('expire_link', { onlinePaymentId: Id })

/** Has a link that ends by itself closed then. */
export async function expireLater(tx: Tx, { id, expires_at: at }: OnlinePaymentRow): Promise<void> {
  if (at !== null) await enqueue(tx, linkExpiry, { onlinePaymentId: id }, { at, key: id })
}
