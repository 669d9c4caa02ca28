import type { INVOICE_STATES } from '@clinic/contract/staff/invoices.ts'
import { type InvoiceRow, isPaidInFull, isVoid } from './invoice-row.ts'

export type InvoiceState = (typeof INVOICE_STATES)[number]

export function invoiceState(invoice: Pick<InvoiceRow, 'released_at' | 'pending_minor' | 'voided_at'>): InvoiceState {
  if (isVoid(invoice)) return 'VOID'
  if (invoice.released_at === null) return 'DRAFT'
  return isPaidInFull(invoice) ? 'PAID' : 'OPEN'
}

/** The same of a row `t`: each but the usual one has an index of its own. */
export const OF_STATE: Readonly<Record<InvoiceState, string>> = {
  DRAFT: 't.released_at is null and t.voided_at is null',
  OPEN: 't.released_at is not null and t.pending_minor > 0',
  PAID: 't.released_at is not null and t.pending_minor <= 0 and t.voided_at is null',
  VOID: 't.voided_at is not null',
}
