import { scope } from './access.ts'
import { EInvoiceStatus } from './einvoices.ts'
import { eventsAbout } from './event.ts'
import { Id, MaybeId, MaybeTimestamp, Money, Nullable, resource, Timestamp } from './fields.ts'
import { family, Type } from './kernel.ts'
import { MaybeCode } from './tiers.ts'

/** `pendingPayment` is what the patient still has to pay; `insurance` is the insurer's share. */
export const Invoice = resource('invoice', {
  id: Id,
  referenceId: Type.Integer(),
  total: Money,
  subtotal: Money,
  tax: Money,
  taxPercent: Type.Number(),
  discount: Money,
  discountPercent: Type.Number(),
  paid: Money,
  pendingPayment: Money,
  insurance: Money,
  paidInFull: Type.Boolean(),
  balanceInvoice: Type.Boolean(),
  chart: MaybeCode,
  eInvoiceStatus: Nullable(EInvoiceStatus),
  patientId: Id,
  doctorId: MaybeId,
  branchId: Id,
  appointmentId: MaybeId,
  createdFromAppointmentId: MaybeId,
  insuranceCompanyId: MaybeId,
  claimId: MaybeId,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  releasedAt: MaybeTimestamp,
})

const { listing, operation } = family('Invoices', { read: scope('invoices:read') })

export const listInvoices = listing({
  id: 'listInvoices',
  route: 'GET /invoices',
  summary: 'List invoices',
  paging: 'Std',
  filters: { branchId: Id, patientId: Id },
  windowDays: 366,
  returns: Invoice,
})

export const getInvoice = operation({
  id: 'getInvoice',
  route: 'GET /invoices/:id',
  summary: 'Get an invoice',
  description: 'The invoice with its totals and what is still to be paid. Read it after an invoice or payment event.',
  input: { id: Id },
  returns: Invoice,
})

const invoiceEvent = eventsAbout('invoice', {
  branchId: Id,
  total: Money,
  paid: Money,
  paidInFull: Type.Boolean(),
  patientId: Id,
})

export const invoiceCreated = invoiceEvent('invoice.created', 'An invoice was issued.', {
  example: { paid: 0, paidInFull: false },
})
export const invoiceUpdated = invoiceEvent(
  'invoice.updated',
  'An invoice was changed or made void, or a payment on it was refunded.',
  { example: { paid: 0, paidInFull: false }, previousAttributes: { total: 345 } },
)
export const invoicePaid = invoiceEvent(
  'invoice.paid',
  'A payment was recorded against an invoice; paidInFull says whether it is settled.',
  { previousAttributes: { paid: 0, paidInFull: false } },
)
