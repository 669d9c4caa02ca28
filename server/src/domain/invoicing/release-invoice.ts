import { invoiceUpdated } from '@clinic/contract/invoices.ts'
import type { Tx } from '../../kernel/tx.ts'
import { type InvoiceRow, invoiceFacts } from '../billing/invoice-row.ts'
import { reportReleasedInvoice } from '../einvoices/report-invoice.ts'

/** Hands the invoice to the patient; an invoice that was handed over before stays as it is and fires nothing. */
export async function releaseInvoice(tx: Tx, { id }: { id: string }): Promise<InvoiceRow> {
  const before = await tx.lock('invoice', id)
  if (before.released_at !== null) return before
  const invoice = await tx.update('invoice', id, { released_at: tx.now })
  tx.emit(invoiceUpdated, invoiceFacts(tx.clinic, invoice), {})
  return reportReleasedInvoice(tx, invoice)
}
