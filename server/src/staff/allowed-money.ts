import type { INVOICE_DEEDS } from '@clinic/contract/staff/invoices.ts'
import type { SheetPayment } from '../domain/billing/clinic-payments.ts'
import type { InvoiceRow } from '../domain/billing/invoice-row.ts'
import { invoiceState } from '../domain/billing/invoice-state.ts'
import { isRefundable } from '../domain/billing/refund-at-desk.ts'
import type { Tx } from '../kernel/tx.ts'

/** What the member who asks may do with an invoice as it is. */
export function allowedOn({ caller }: Tx, invoice: InvoiceRow): (typeof INVOICE_DEEDS)[number][] {
  const state = invoiceState(invoice)
  if (state === 'DRAFT' && caller.holds('may:invoices:write')) return ['ISSUE']
  return state === 'OPEN' && caller.holds('may:payments:take') ? ['PAY'] : []
}

/** The same of a payment. */
export const allowedWith = ({ caller }: Tx, payment: SheetPayment): 'REFUND'[] =>
  isRefundable(payment) && caller.holds('may:payments:refund') ? ['REFUND'] : []
