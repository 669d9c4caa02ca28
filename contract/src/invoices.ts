import { scope } from './access.ts'
import { EInvoiceStatus } from './einvoices.ts'
import { exampleIds } from './example-ids.ts'
import { Id, MaybeId, MaybeText, MaybeTimestamp, Money, Nullable, Optional, resource, Timestamp } from './fields.ts'
import { event, listing, operation, Type } from './kernel.ts'

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
  chart: MaybeText,
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

const shared = { tag: 'Invoices', access: scope('invoices:read') } as const

export const listInvoices = listing({
  ...shared,
  id: 'listInvoices',
  route: 'GET /invoices',
  summary: 'List invoices',
  paging: 'Std',
  filters: { branchId: Optional(Id), patientId: Optional(Id) },
  windowDays: 366,
  returns: Invoice,
})

export const getInvoice = operation({
  ...shared,
  id: 'getInvoice',
  route: 'GET /invoices/:id',
  summary: 'Get an invoice',
  input: { id: Id },
  returns: Invoice,
})

const data = { branchId: Id, total: Money, paid: Money, paidInFull: Type.Boolean(), patientId: Id }
const example = {
  id: exampleIds.invoice,
  branchId: exampleIds.branch,
  total: 402.5,
  paid: 0,
  paidInFull: false,
  patientId: exampleIds.patient,
}

export const invoiceCreated = event({
  type: 'invoice.created',
  summary: 'An invoice was issued.',
  object: 'invoice',
  data,
  example,
})
export const invoiceUpdated = event({
  type: 'invoice.updated',
  summary: 'An invoice was changed, or a payment on it was refunded.',
  object: 'invoice',
  data,
  example,
  previousAttributes: { total: 345 },
})
export const invoicePaid = event({
  type: 'invoice.paid',
  summary: 'A payment was recorded against an invoice; paidInFull says whether it is settled.',
  object: 'invoice',
  data,
  example: { ...example, paid: 402.5, paidInFull: true },
  previousAttributes: { paid: 0, paidInFull: false },
})
