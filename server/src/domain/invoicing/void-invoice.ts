import { invoiceUpdated } from '@clinic/contract/invoices.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { formerFacts } from '../../kernel/values/differences.ts'
import { rebillTreatments } from '../billing/billed-treatments.ts'
import { closePaymentLinks } from '../billing/close-payment-links.ts'
import { type InvoiceRow, invoiceFacts, isVoid } from '../billing/invoice-row.ts'
import { movePatientTotals } from '../billing/patient-totals.ts'
import { returnPoints } from '../billing/points-of-payment.ts'
import { followInvoice } from '../claims/change-claim-invoices.ts'
import { withdrawReport } from '../einvoices/report-invoice.ts'

/** What stands against making an invoice void, by its word among states; nothing where it can be made so. */
export function voidBarrier(invoice: InvoiceRow): string | undefined {
  const { released_at, e_invoice_status: reported, paid_minor } = invoice
  if (isVoid(invoice)) return 'VOID'
  if (invoice.credited_minor > 0) return 'CREDITED'
  // The tax authority knows it, or will: it is credited.
  if (released_at !== null && reported !== null) return reported
  return paid_minor > 0 ? 'PAID' : undefined
}

/** What nothing is owed of any more: the number, the lines and the discount that was agreed stay. */
const NOTHING = {
  subtotal_minor: 0,
  discount_minor: 0,
  discount_percent: 0,
  tax_minor: 0,
  total_minor: 0,
  insurance_minor: 0,
}

/**
 * Makes an invoice void that nothing is paid on and the tax authority was not told of: it keeps its number and its lines, its
 * treatments can be billed again, and its links are closed. Once the insurer has its claim it stays as it is.
 */
export async function voidInvoice(tx: Tx, { id, reason }: { id: string; reason: string }): Promise<InvoiceRow> {
  const before = await tx.lock('invoice', id)
  const barrier = voidBarrier(before)
  if (barrier !== undefined) refuse('invalid_state_transition', { from: barrier, to: 'VOID' })
  await withdrawReport(tx, before)
  const invoice = await tx.update('invoice', id, { ...NOTHING, voided_at: tx.now, void_reason: reason })
  await closePaymentLinks(tx, invoice)
  await rebillTreatments(tx, invoice, [])
  await followInvoice(tx, before, invoice)
  await returnPoints(tx, invoice)
  await movePatientTotals(tx, before.patient_id, { invoicedMinor: -before.total_minor })
  const [was, is] = [invoiceFacts(tx.clinic, before), invoiceFacts(tx.clinic, invoice)]
  tx.emit(invoiceUpdated, is, formerFacts(was, is))
  return invoice
}
