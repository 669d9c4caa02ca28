import type { INVOICE_DEEDS } from '@clinic/contract/staff/invoices.ts'
import type { ONLINE_DEEDS } from '@clinic/contract/staff/online-payments.ts'
import type { Permission } from '@clinic/contract/staff/permissions.ts'
import type { InvoiceSheetRow } from '../domain/billing/clinic-invoices.ts'
import type { SheetPayment } from '../domain/billing/clinic-payments.ts'
import { invoiceState } from '../domain/billing/invoice-state.ts'
import { isPayable, type OnlinePaymentRow } from '../domain/billing/online-payment-row.ts'
import { isRefundable } from '../domain/billing/refund-at-desk.ts'
import { refundBarrier } from '../domain/billing/refund-online.ts'
import { isWithInsurer } from '../domain/claims/claim.ts'
import { creditBarrier } from '../domain/invoicing/credit-invoice.ts'
import { editBarrier } from '../domain/invoicing/edit-barrier.ts'
import { voidBarrier } from '../domain/invoicing/void-invoice.ts'
import type { Tx } from '../kernel/tx.ts'

type InvoiceDeed = (typeof INVOICE_DEEDS)[number]
type OnlineDeed = (typeof ONLINE_DEEDS)[number]

/** What the member who asks may do with an invoice as it is. */
export function allowedOn({ caller }: Tx, invoice: InvoiceSheetRow): InvoiceDeed[] {
  const state = invoiceState(invoice)
  const deeds: readonly (readonly [deed: InvoiceDeed, may: Permission, can: boolean])[] = [
    ['ISSUE', 'invoices:write', state === 'DRAFT'],
    ['PAY', 'payments:take', state === 'OPEN'],
    ['VOID', 'invoices:credit', isVoidable(invoice)],
    ['CREDIT', 'invoices:credit', isCreditable(invoice)],
    ['EDIT', 'invoices:write', editBarrier(invoice, invoice.claim_status) === undefined],
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

/** The same of a payment by a link. */
export function allowedOnline({ caller, now }: Tx, link: OnlinePaymentRow): OnlineDeed[] {
  const deeds: readonly (readonly [deed: OnlineDeed, may: Permission, can: boolean])[] = [
    ['SEND', 'payments:take', isPayable(link, now)],
    ['CANCEL', 'payments:take', isPayable(link, now)],
    ['REFUND', 'payments:refund', refundBarrier(link) === undefined],
  ]
  return deeds.flatMap(([deed, may, can]) => (can && caller.holds(`may:${may}`) ? deed : []))
}
