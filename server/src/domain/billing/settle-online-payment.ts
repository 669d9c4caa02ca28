import { onlinePaymentFailed, onlinePaymentRefunded, onlinePaymentSucceeded } from '@clinic/contract/online-payments.ts'
import { sql } from '../../db/statement.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { derivedId } from '../../kernel/values/ids.ts'
import { toMajor } from '../../kernel/values/money.ts'
import { defaultTreasuryOf } from '../books/treasury.ts'
import { tellClinic } from '../notices/tell-clinic.ts'
import type { InvoiceRow } from './invoice-row.ts'
import { type OnlinePaymentRow, onlinePaymentFacts } from './online-payment-row.ts'
import { GatewayError, type GatewayNews } from './payment-gateway.ts'
import type { PaymentRow } from './payment-row.ts'
import { refundPayment } from './refund-payment.ts'
import { takePayment } from './take-payment.ts'

const lockInvoice = sql<InvoiceRow>(`
  select * from invoice where company_id = $1 and id =
    (select invoice_id from online_payment where company_id = $1 and id = $2) for update`)

/**
 * Takes over what the gateway says of an online payment. Callbacks come twice, late and in any order, so it is the present
 * status that decides: exactly one event fires when the final status really changes, and the payment is recorded once. A
 * late SUCCESS after FAILED counts. A REFUND before its SUCCESS stands for both. Money for an invoice that was paid
 * meanwhile is not lost: what the invoice does not need becomes the patient's credit, and the desk is told. The invoice is locked first, as by
 * everything that money does to it, so that none of them waits for another in a circle.
 */
export async function settleOnlinePayment(tx: Tx, news: GatewayNews): Promise<OnlinePaymentRow> {
  const [invoice] = await tx.sql(lockInvoice([tx.clinic.id, news.id]))
  if (!invoice) return refuse('not_found', { resource: 'online_payment' })
  const row = await tx.lock('online_payment', news.id)
  if (row.status === 'REFUND') return row
  if (news.outcome === 'PENDING') return begun(tx, row)
  if (news.outcome === 'FAILED') return failed(tx, row, news)
  requireSameAmount(tx, row, news)
  const paid = row.status === 'SUCCESS' ? row : await succeeded(tx, invoice, row, news)
  return news.outcome === 'REFUND' ? refunded(tx, paid) : paid
}

const begun = (tx: Tx, row: OnlinePaymentRow): Promise<OnlinePaymentRow> =>
  row.status === 'CREATED' ? tx.update('online_payment', row.id, { status: 'PENDING' }) : Promise.resolve(row)

/** What failed is the checkout that is open now; one that was replaced has nothing to say any more. */
async function failed(tx: Tx, row: OnlinePaymentRow, { reference }: GatewayNews): Promise<OnlinePaymentRow> {
  const isOpen = row.status === 'CREATED' || row.status === 'PENDING'
  if (!isOpen || (row.checkout_reference !== null && row.checkout_reference !== reference)) return row
  const after = await tx.update('online_payment', row.id, { status: 'FAILED' })
  tx.emit(onlinePaymentFailed, onlinePaymentFacts(tx.clinic, after), { status: row.status })
  return after
}

/** We said what to charge, so another amount is a fault that a person has to look at. */
function requireSameAmount(tx: Tx, row: OnlinePaymentRow, { amountMinor, currency }: GatewayNews): void {
  if (amountMinor === row.amount_minor && currency === tx.clinic.currency) return
  throw new GatewayError(`The gateway charged another amount for online payment ${row.id}.`)
}

async function succeeded(
  tx: Tx,
  invoice: InvoiceRow,
  row: OnlinePaymentRow,
  news: GatewayNews,
): Promise<OnlinePaymentRow> {
  const payment = await takePayment(tx, invoice, {
    id: derivedId('pay', 'online payment', row.id),
    type: 'CARD',
    amountMinor: row.amount_minor,
    treasuryId: await defaultTreasuryOf(tx, row.branch_id, 'GATEWAY'),
    reference: news.transactionId ?? news.reference,
    onlinePaymentId: row.id,
  })
  const after = await tx.update('online_payment', row.id, {
    status: 'SUCCESS',
    payment_id: payment.id,
    paid_at: tx.now,
    extra_fees_minor: news.feesMinor ?? 0,
  })
  tx.emit(onlinePaymentSucceeded, onlinePaymentFacts(tx.clinic, after), { status: row.status, paymentId: null })
  if (row.closed_at !== null && news.outcome === 'SUCCESS') await tellTheDesk(tx, invoice, payment)
  return after
}

/** The clinic did not expect this money any more: a person decides whether it is kept or given back. */
async function tellTheDesk(tx: Tx, invoice: InvoiceRow, payment: PaymentRow): Promise<void> {
  const { currency } = tx.clinic
  await tellClinic(tx, 'online_payment_late', {
    branchId: payment.branch_id,
    invoiceId: invoice.id,
    invoiceNumber: invoice.reference_id,
    amount: toMajor(payment.amount_minor, currency),
    credit: toMajor(payment.balance_minor, currency),
    currency,
  })
}

async function refunded(tx: Tx, row: OnlinePaymentRow): Promise<OnlinePaymentRow> {
  const why = row.refund_reason === null ? {} : { reason: row.refund_reason }
  if (row.payment_id !== null) await refundPayment(tx, { id: row.payment_id, alreadyGone: true, ...why })
  const after = await tx.update('online_payment', row.id, { status: 'REFUND' })
  tx.emit(onlinePaymentRefunded, onlinePaymentFacts(tx.clinic, after), { status: 'SUCCESS' })
  return after
}
