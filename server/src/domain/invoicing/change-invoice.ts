import { invoiceUpdated } from '@clinic/contract/invoices.ts'
import { refuse, refuseInput } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { differences, formerFacts, isEmpty } from '../../kernel/values/differences.ts'
import { rebillTreatments, settleTreatments } from '../billing/billed-treatments.ts'
import { closePaymentLinks } from '../billing/close-payment-links.ts'
import { type LineValues, type LineWish, linesOf } from '../billing/invoice-lines.ts'
import { type InvoiceRow, invoiceFacts, isVoid } from '../billing/invoice-row.ts'
import type { Discount } from '../billing/invoice-totals.ts'
import { patientTaxPercent } from '../billing/patient-tax.ts'
import { movePatientTotals } from '../billing/patient-totals.ts'
import { replaceLines, storedLines } from '../billing/stored-lines.ts'
import { followInvoice } from '../claims/change-claim-invoices.ts'
import { requirePlain } from './create-invoice.ts'
import { invoiceAmounts } from './invoice-amounts.ts'

/** Money in minor units. */
interface InvoiceChange extends Discount {
  id: string
  doctorId?: string | null
  chart?: string | null
  insuranceCompanyId?: string | null
  discountReason?: string | null
  /** All of them, in place of those there were. */
  lines?: readonly LineWish[]
}

/** What the tax authority has seen, or is looking at, is credited or refunded and never edited (contract section 8). */
const REPORTED = new Set(['IN_PROGRESS', 'SUBMITTED', 'CLEARED'])

/**
 * Changes what is given and differs; a change that changes nothing writes nothing and fires nothing. The total cannot fall
 * below what was paid and what the insurer bears: that is refunded first. Links that ask for more than is left are closed.
 */
export async function changeInvoice(tx: Tx, change: InvoiceChange): Promise<InvoiceRow> {
  const before = await tx.lock('invoice', change.id)
  if (isVoid(before)) refuse('invalid_state_transition', { from: 'VOID', to: 'CHANGED' })
  if (before.credited_minor > 0) refuse('invalid_state_transition', { from: 'CREDITED', to: 'CHANGED' })
  const { e_invoice_status: reported } = before
  if (reported !== null && REPORTED.has(reported)) refuse('invalid_state_transition', { from: reported, to: 'CHANGED' })
  const lines = change.lines && (await newLines(tx, before, change.lines))
  const changes = differences<InvoiceRow>(before, {
    doctor_id: change.doctorId,
    chart: change.chart,
    insurance_company_id: change.insuranceCompanyId,
    discount_reason: change.discountReason,
    ...(await amountsOf(tx, before, change, lines)),
  })
  if (!lines && isEmpty(changes)) return before
  const invoice = await tx.update('invoice', before.id, changes)
  if (invoice.pending_minor < before.pending_minor) await closePaymentLinks(tx, invoice)
  if (lines) {
    await replaceLines(tx, before.id, lines)
    await rebillTreatments(tx, invoice, lines)
  }
  await settleTreatments(tx, invoice)
  await followInvoice(tx, before, invoice)
  await movePatientTotals(tx, before.patient_id, { invoicedMinor: invoice.total_minor - before.total_minor })
  const [was, is] = [invoiceFacts(tx.clinic, before), invoiceFacts(tx.clinic, invoice)]
  tx.emit(invoiceUpdated, is, formerFacts(was, is))
  return invoice
}

/** The new lines, or nothing where they are those that the invoice has. */
async function newLines(tx: Tx, invoice: InvoiceRow, wishes: readonly LineWish[]): Promise<LineValues[] | undefined> {
  const { id: invoiceId, patient_id: patientId, balance_invoice } = invoice
  const taxPercent = balance_invoice ? 0 : patientTaxPercent(tx.clinic, await tx.get('patient', patientId))
  const lines = await linesOf(tx, wishes, { invoiceId, patientId, taxPercent })
  const present = await storedLines(tx, invoiceId)
  return JSON.stringify(lines.map(valuesOf)) === JSON.stringify(present.map(valuesOf)) ? undefined : lines
}

/** In one order of columns, so that equal lines read the same. */
const valuesOf = (line: LineValues) => [
  ...[line.sort_order, line.procedure_id, line.treatment_id, line.name, line.code, line.quantity, line.unit_minor],
  ...[line.discount_minor, line.discount_percent, line.tax_percent, line.insurance_minor],
]

async function amountsOf(tx: Tx, before: InvoiceRow, change: InvoiceChange, lines: LineValues[] | undefined) {
  const discounted = change.discountMinor !== undefined || change.discountPercent !== undefined
  if (!lines && !discounted) return {}
  const agreed = { discountMinor: before.whole_discount_minor, discountPercent: before.whole_discount_percent }
  const amounts = invoiceAmounts(lines ?? (await storedLines(tx, before.id)), discounted ? change : agreed)
  if (before.balance_invoice) requirePlain(amounts)
  if (before.paid_minor + amounts.insurance_minor <= amounts.total_minor) return amounts
  return refuseInput({ path: '/lines', code: 'below_paid', message: 'must not come to less than what was paid' })
}
