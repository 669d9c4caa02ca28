import type { INVOICE_DEEDS } from '@clinic/contract/staff/invoices.ts'
import type { Permission } from '@clinic/contract/staff/permissions.ts'
import type { InvoiceSheetRow } from '../domain/billing/clinic-invoices.ts'
import type { SheetPayment } from '../domain/billing/clinic-payments.ts'
import { invoiceState } from '../domain/billing/invoice-state.ts'
import { isRefundable } from '../domain/billing/refund-at-desk.ts'
import { isWithInsurer } from '../domain/claims/claim.ts'
import { creditBarrier } from '../domain/invoicing/credit-invoice.ts'
import { voidBarrier } from '../domain/invoicing/void-invoice.ts'
import type { Tx } from '../kernel/tx.ts'

type InvoiceDeed = (typeof INVOICE_DEEDS)[number]

/** What the member who asks may do with an invoice as it is. */
export function allowedOn({ caller }: Tx, invoice: InvoiceSheetRow): InvoiceDeed[] {
  const state = invoiceState(invoice)
  const deeds: readonly (readonly [deed: InvoiceDeed, may: Permission, can: boolean])[] = [
    ['ISSUE', 'invoices:write', state === 'DRAFT'],
    ['PAY', 'payments:take', state === 'OPEN'],
    ['VOID', 'invoices:credit', isVoidable(invoice)],
    ['CREDIT', 'invoices:credit', isCreditable(invoice)],
  ]
  return deeds.flatMap(([deed, may, can]) => (can && caller.holds(`may:${may}`) ? deed : []))
}

const isVoidable = (invoice: InvoiceSheetRow): boolean =>
  voidBarrier(invoice) === undefined && !isWithInsurer(invoice.claim_status)

/** Once the insurer has the claim, only the part of the patient is. */
const isCreditable = (invoice: InvoiceSheetRow): boolean =>
  creditBarrier(invoice) === undefined &&
  !(isWithInsurer(invoice.claim_status) && invoice.total_minor === invoice.insurance_minor)

/** The same of a payment. */
export const allowedWith = ({ caller }: Tx, payment: SheetPayment): 'REFUND'[] =>
  isRefundable(payment) && caller.holds('may:payments:refund') ? ['REFUND'] : []
