import { hash } from 'node:crypto'
import type { ClosedReason, OnlinePaymentStatus } from '../domain/billing/online-payment-row.ts'
import type { RowsOf } from '../kernel/insert-many.ts'
import { DAY_MS, HOUR_MS, iso } from './clock.ts'
import type { DemoContext } from './context.ts'
import { type OpenInvoice, pendingOf, type Till } from './till.ts'
import { treasuryAt } from './treasuries.ts'

/** What became of thirty links, one in so many invoices. */
const OUTCOMES: readonly OnlinePaymentStatus[] = [
  ...Array.from({ length: 16 }, () => 'SUCCESS' as const),
  ...Array.from({ length: 2 }, () => 'REFUND' as const),
  ...Array.from({ length: 5 }, () => 'FAILED' as const),
  ...Array.from({ length: 4 }, () => 'PENDING' as const),
  ...Array.from({ length: 3 }, () => 'CREATED' as const),
]

const tokenOf = (id: string) => hash('sha256', id).slice(0, 32)

function linkOf(context: DemoContext, till: Till, invoice: OpenInvoice, status: OnlinePaymentStatus) {
  const { id, now, random } = context
  const { draft } = invoice
  const paymentId = id('online_payment', draft.id)
  const sentAt = Math.min(draft.at + random.integer(1, 20) * HOUR_MS, now)
  const endedAt = Math.min(sentAt + random.integer(1, 40) * HOUR_MS, now)
  const amountMinor = pendingOf(invoice)
  const reference = status === 'CREATED' ? null : `sandbox_${paymentId}_1`
  const isPaid = status === 'SUCCESS' || status === 'REFUND'
  const treasuryId = treasuryAt(context, draft.branch_id, 'GATEWAY')
  const payment = isPaid
    ? till.take(invoice, { at: endedAt, type: 'CARD', amountMinor, treasuryId, reference })
    : undefined
  const backAt = Math.min(endedAt + random.integer(1, 4) * DAY_MS, now)
  if (payment && status === 'REFUND') till.refund(invoice, payment, backAt)
  return {
    id: paymentId,
    invoice_id: draft.id,
    branch_id: draft.branch_id,
    amount_minor: amountMinor,
    provider: 'sandbox',
    status,
    // Not to be guessed elsewhere; here everybody may pay, for no money moves.
    link_token: tokenOf(paymentId),
    checkout_attempt: reference === null ? 0 : 1,
    checkout_reference: reference,
    paid_at: payment ? iso(endedAt) : null,
    payment_id: payment?.id ?? null,
    ...{ expires_at: null, closed_at: null, closed_reason: null, close_note: null },
    created_at: iso(sentAt),
    updated_at: iso(status === 'CREATED' ? sentAt : status === 'REFUND' ? backAt : endedAt),
  }
}

/** Sends payment links for some invoices; answers their rows and the invoices that are paid otherwise. */
export function payOnline(
  context: DemoContext,
  till: Till,
  invoices: readonly OpenInvoice[],
): { rest: OpenInvoice[]; rows: RowsOf<'online_payment'> } {
  const step = Math.max(1, Math.floor(invoices.length / OUTCOMES.length))
  const outcomeAt = (index: number) => (index % step === 0 ? OUTCOMES[index / step] : undefined)
  const rows = invoices.flatMap((invoice, index) => {
    const outcome = outcomeAt(index)
    return outcome ? [linkOf(context, till, invoice, outcome)] : []
  })
  return { rows, rest: invoices.filter((_, index) => outcomeAt(index) === undefined) }
}

/** Whether a link on an invoice may have ended so, as the invoice stands. */
const ENDED: Readonly<Record<ClosedReason, (invoice: OpenInvoice) => boolean>> = {
  PAID_ELSEWHERE: invoice => invoice.paidMinor > 0 && pendingOf(invoice) === 0,
  AMOUNT_CHANGED: invoice => invoice.paidMinor > 0 && pendingOf(invoice) > 0,
  CANCELED: invoice => pendingOf(invoice) > 0,
  EXPIRED: invoice => invoice.paidMinor === 0 && pendingOf(invoice) > 0,
}
const DAYS = 3

/** A link that nothing can be paid by any more for each reason, on the latest invoice of which that can be told. */
export function deadLinks({ id, now }: DemoContext, invoices: readonly OpenInvoice[]): RowsOf<'online_payment'> {
  const taken = new Set<OpenInvoice>()
  const old = invoices.filter(({ draft, touchedAt }) => Math.max(draft.at + DAYS * DAY_MS, touchedAt) < now)
  return Object.entries(ENDED).flatMap(([reason, fits]) => {
    const invoice = old.findLast(one => !taken.has(one) && fits(one))
    if (!invoice) return []
    taken.add(invoice)
    const { draft, paidMinor, touchedAt } = invoice
    const paymentId = id('online_payment', `dead ${draft.id}`)
    const closedAt = iso(paidMinor > 0 ? Math.max(touchedAt, draft.at) : draft.at + DAYS * DAY_MS)
    return {
      ...{ id: paymentId, invoice_id: draft.id, branch_id: draft.branch_id },
      ...{ amount_minor: pendingOf(invoice) + paidMinor, provider: 'sandbox', status: 'FAILED' },
      ...{ link_token: tokenOf(paymentId), checkout_attempt: 0, checkout_reference: null },
      ...{ paid_at: null, payment_id: null, expires_at: reason === 'EXPIRED' ? closedAt : null },
      ...{ closed_at: closedAt, closed_reason: reason },
      close_note: reason === 'CANCELED' ? 'The patient pays at the desk' : null,
      ...{ created_at: iso(draft.at), updated_at: closedAt },
    }
  })
}
