import { invoiceUpdated } from '@clinic/contract/invoices.ts'
import { paymentRefunded } from '@clinic/contract/payments.ts'
import { sql } from '../../db/statement.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { toMajor } from '../../kernel/values/money.ts'
import { enterPaid } from '../books/income.ts'
import { requireCash } from '../books/move-money.ts'
import { settleTreatments } from './billed-treatments.ts'
import { type InvoiceRow, invoiceFacts, isPaidInFull } from './invoice-row.ts'
import { movePatientTotals, requireCredit } from './patient-totals.ts'
import { type PaymentRow, paymentFacts } from './payment-row.ts'

interface Refund {
  id: string
  /** The money is gone already, as when the gateway gave it back: the patient's credit may fall below nothing. */
  alreadyGone?: boolean
  /** Why, where a person gives it back. */
  reason?: string
}

const lockInvoice = sql<InvoiceRow>(`
  select * from invoice where company_id = $1 and id =
    (select invoice_id from payment where company_id = $1 and id = $2) for update`)

/**
 * Gives a whole payment back, out of the treasury it went to; the invoice is open again by what it paid. Credit that was
 * used on other invoices meanwhile is not given back as well. A payment that was refunded before stays as it is. The
 * invoice is locked first, as by everything that money does to it.
 */
export async function refundPayment(tx: Tx, { id, alreadyGone = false, reason }: Refund): Promise<PaymentRow> {
  const [invoice] = await tx.sql(lockInvoice([tx.clinic.id, id]))
  const before = await tx.lock('payment', id)
  if (before.refunded_at !== null) return before
  if (before.type === 'INSURANCE') refuse('invalid_state_transition', { from: before.type, to: 'REFUND' })
  if (!alreadyGone && before.balance_minor > 0) await requireCredit(tx, before.patient_id, before.balance_minor)
  const payment = await tx.update('payment', id, { refunded_at: tx.now, refund_reason: reason ?? null })
  tx.emit(paymentRefunded, paymentFacts(tx.clinic, payment))
  await reopen(tx, invoice, payment)
  if (payment.type === 'BALANCE') return payment
  if (!alreadyGone) await requireCash(tx, payment.treasury_id, payment.amount_minor)
  await enterPaid(tx, payment, { name: entryName(invoice), reversal: true })
  return payment
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
