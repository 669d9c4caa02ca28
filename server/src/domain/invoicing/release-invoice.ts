import { invoiceUpdated } from '@clinic/contract/invoices.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { type InvoiceRow, invoiceFacts, isVoid } from '../billing/invoice-row.ts'
import { reportReleasedInvoice } from '../einvoices/report-invoice.ts'

/** Hands the invoice to the patient; an invoice that was handed over before stays as it is and fires nothing. */
export async function releaseInvoice(tx: Tx, { id }: { id: string }): Promise<InvoiceRow> {
  const before = await tx.lock('invoice', id)
  if (isVoid(before)) refuse('invalid_state_transition', { from: 'VOID', to: 'OPEN' })
  if (before.released_at !== null) return before
  const invoice = await tx.update('invoice', id, { released_at: tx.now })
  tx.emit(invoiceUpdated, invoiceFacts(tx.clinic, invoice), {})
  return reportReleasedInvoice(tx, invoice)
}
