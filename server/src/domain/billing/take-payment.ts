import { invoicePaid } from '@clinic/contract/invoices.ts'
import { paymentCreated } from '@clinic/contract/payments.ts'
import type { Tx } from '../../kernel/tx.ts'
import { toMajor } from '../../kernel/values/money.ts'
import { enterPaid } from '../books/income.ts'
import { tellPoints } from '../loyalty/record-points.ts'
import { settleTreatments } from './billed-treatments.ts'
import { closePaymentLinks } from './close-payment-links.ts'
import { type InvoiceRow, invoiceFacts, isPaidInFull } from './invoice-row.ts'
import { taxInPayment } from './invoice-totals.ts'
import { moneySettings } from './money-settings.ts'
import { movePatientTotals } from './patient-totals.ts'
import { type PaymentRow, type PaymentType, paymentFacts } from './payment-row.ts'
import { earnPoints } from './points-of-payment.ts'

interface TakenPayment {
  id: string
  type: PaymentType
  amountMinor: number
  treasuryId: string | null
  reference: string | null
  /** The payment link that it came by. */
  onlinePaymentId?: string
  /** The cash that was handed over, where that is known. */
  receivedMinor?: number | null
}

/**
 * Takes money against an invoice that the transaction has locked: the one way in which money comes in, desk or online.
 * What is more than the invoice needs becomes the patient's credit, and links that ask for more than is left are closed.
 * The books get their entry silently, and the patient the points that the clinic gives for it.
 */
export async function takePayment(tx: Tx, invoice: InvoiceRow, taken: TakenPayment): Promise<PaymentRow> {
  const { amountMinor } = taken
  const appliedMinor = Math.min(amountMinor, invoice.pending_minor)
  const balanceMinor = creditOf(invoice, taken, appliedMinor)
  const { id, type, treasuryId, reference, onlinePaymentId = null, receivedMinor = null } = taken
  const entering = enterPayment(tx, `Invoice ${invoice.reference_id}`, {
    ...{ id, type, reference },
    ...ofInvoice(invoice),
    invoice_id: appliedMinor > 0 ? invoice.id : null,
    amount_minor: amountMinor,
    applied_minor: appliedMinor,
    balance_minor: balanceMinor,
    tax_minor: taxInPayment(invoice, appliedMinor),
    treasury_id: treasuryId,
    received_minor: receivedMinor,
  })
  // Both go out together. The account of points is held before the patient is.
  const [payment, settings] = await Promise.all([entering, moneySettings(tx)])
  const earned = await earnPoints(tx, payment, settings)
  await Promise.all([
    payOn(tx, invoice, appliedMinor, onlinePaymentId),
    movePatientTotals(tx, invoice.patient_id, { paidMinor: appliedMinor, balanceMinor }),
  ])
  if (earned) tellPoints(tx, earned)
  return payment
}

/** Whose a payment on an invoice is, and where. */
export const ofInvoice = (invoice: InvoiceRow) => ({
  invoice_id: invoice.id,
  patient_id: invoice.patient_id,
  branch_id: invoice.branch_id,
  doctor_id: invoice.doctor_id,
  appointment_id: invoice.appointment_id,
  insurance_company_id: invoice.insurance_company_id,
  chart: invoice.chart,
})

type Columns = Omit<PaymentRow, 'company_id' | 'created_at' | 'updated_at' | 'taken_by' | keyof typeof AS_TAKEN>

/** What is not said of a payment before anything happened to it. */
export const AS_TAKEN = {
  claimed_at: null,
  refunded_at: null,
  refund_reason: null,
  split_from_id: null,
  received_minor: null,
  earned_points: 0,
}

/** Adds a payment, tells of it, and enters it into the books under a name: credit that is used was money before. */
export async function enterPayment(
  tx: Tx,
  name: string,
  columns: Columns & Partial<Pick<PaymentRow, 'received_minor'>>,
): Promise<PaymentRow> {
  const payment = tx.add('payment', { ...AS_TAKEN, taken_by: `${tx.caller.kind} ${tx.caller.id}`, ...columns })
  tx.emit(paymentCreated, paymentFacts(tx.clinic, payment))
  if (payment.type !== 'BALANCE') await enterPaid(tx, payment, { name })
  return payment
}

/** What the payment does to the patient's credit. An invoice for credit turns all of it into credit. */
function creditOf(invoice: InvoiceRow, { type, amountMinor }: TakenPayment, appliedMinor: number): number {
  if (type === 'BALANCE') return -amountMinor
  return invoice.balance_invoice ? amountMinor : amountMinor - appliedMinor
}

async function payOn(tx: Tx, before: InvoiceRow, appliedMinor: number, paidBy: string | null): Promise<void> {
  if (appliedMinor === 0) return
  const paid_minor = before.paid_minor + appliedMinor
  const pending_minor = before.pending_minor - appliedMinor
  const [after] = await Promise.all([
    tx.update('invoice', before.id, { paid_minor }),
    closePaymentLinks(tx, { ...before, pending_minor }, paidBy),
    settleTreatments(tx, { ...before, paid_minor }),
  ])
  tx.emit(invoicePaid, invoiceFacts(tx.clinic, after), {
    paid: toMajor(before.paid_minor, tx.clinic.currency),
    ...(isPaidInFull(after) && { paidInFull: false }),
  })
}
