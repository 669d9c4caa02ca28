import { invoiceUpdated } from '@clinic/contract/invoices.ts'
import { paymentRefunded } from '@clinic/contract/payments.ts'
import { sql } from '../../db/statement.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { toMajor } from '../../kernel/values/money.ts'
import { enterPaid } from '../books/income.ts'
import { requireCash } from '../books/move-money.ts'
import { holdBilled, settleTreatments } from './billed-treatments.ts'
import { type InvoiceRow, invoiceFacts, isPaidInFull } from './invoice-row.ts'
import { movePatientTotals, requireCredit } from './patient-totals.ts'
import { type PaymentRow, paymentFacts } from './payment-row.ts'
import { takeEarned } from './points-of-payment.ts'
import { partsOf, splitPayment } from './split-payment.ts'

interface Refund {
  id: string
  /** All of it unless told. */
  amountMinor?: number
  /** Out of which treasury; the one that it went to unless told. */
  treasuryId?: string
  /** The money is gone already, as when the gateway gave it back: the patient's credit may fall below nothing. */
  alreadyGone?: boolean
  /** Why, where a person gives it back. */
  reason?: string
}

const lockInvoice = sql<InvoiceRow>(`
  select * from invoice where company_id = $1 and id =
    (select invoice_id from payment where company_id = $1 and id = $2) for update`)

/**
 * Gives a payment back, or a part of it; the invoice is open again by what that paid. A part becomes a payment of its own,
 * credit first, and the payment keeps the rest: what was not given back adds up to what is paid. Credit that was used on
 * other invoices meanwhile is not given back as well. A payment that was refunded before stays as it is. The invoice is
 * locked first, as by everything that money does to it. The points that it gave go with it. Answers the payment that was
 * given back.
 */
export async function refundPayment(tx: Tx, refund: Refund): Promise<PaymentRow> {
  const { id, alreadyGone = false, reason = null } = refund
  const [invoice] = await tx.sql(lockInvoice([tx.clinic.id, id]))
  const before = await tx.lock('payment', id)
  if (before.refunded_at !== null) return before
  if (before.type === 'INSURANCE') refuse('invalid_state_transition', { from: before.type, to: 'REFUND' })
  const parts = partsOf(before, wanted(tx, before, refund))
  const { balance_minor: credited, earned_points: earned } = parts.given
  await holdBilled(tx, before)
  await takeEarned(tx, before, earned)
  if (!alreadyGone && credited > 0) await requireCredit(tx, before.patient_id, credited)
  const payment = await giveBack(tx, before, parts, reason)
  await reopen(tx, invoice, payment)
  if (payment.type === 'BALANCE') return payment
  const treasury_id = refund.treasuryId ?? payment.treasury_id
  if (!alreadyGone) await requireCash(tx, treasury_id, payment.amount_minor)
  await enterPaid(tx, { ...payment, treasury_id }, { name: entryName(invoice), reversal: true })
  return payment
}

/** Says of a payment that the transaction holds, or of a part of it, that it was given back, and tells of it. */
export async function giveBack(
  tx: Tx,
  before: PaymentRow,
  parts: ReturnType<typeof partsOf>,
  reason: string | null,
): Promise<PaymentRow> {
  const payment =
    parts.kept.amount_minor === 0
      ? await tx.update('payment', before.id, { refunded_at: tx.now, refund_reason: reason })
      : await splitPayment(tx, before, parts, reason)
  tx.emit(paymentRefunded, { ...paymentFacts(tx.clinic, payment), splitFromId: payment.split_from_id })
  return payment
}

/** How much is to be given back: at most what the payment still is. */
function wanted(
  { clinic: { currency } }: Tx,
  { amount_minor: all }: PaymentRow,
  { amountMinor = all }: Refund,
): number {
  if (amountMinor > all) refuse('refund_exceeds_paid', { refundable: toMajor(all, currency) })
  return amountMinor
}

const entryName = (invoice: InvoiceRow | undefined) => (invoice ? `Invoice ${invoice.reference_id}` : 'Patient credit')

async function reopen(tx: Tx, before: InvoiceRow | undefined, payment: PaymentRow): Promise<void> {
  const { applied_minor: applied, balance_minor: credited, patient_id } = payment
  await Promise.all([
    before && applied > 0 && takeBack(tx, before, applied),
    movePatientTotals(tx, patient_id, { paidMinor: -applied, balanceMinor: -credited }),
  ])
}

async function takeBack(tx: Tx, before: InvoiceRow, appliedMinor: number): Promise<void> {
  const paid_minor = before.paid_minor - appliedMinor
  const [after] = await Promise.all([
    tx.update('invoice', before.id, { paid_minor }),
    settleTreatments(tx, { ...before, paid_minor }),
  ])
  tx.emit(invoiceUpdated, invoiceFacts(tx.clinic, after), {
    paid: toMajor(before.paid_minor, tx.clinic.currency),
    ...(isPaidInFull(before) && { paidInFull: true }),
  })
}
