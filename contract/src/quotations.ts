import { scope } from './access.ts'
import { exampleIds } from './example-ids.ts'
import { Id, MaybeId, MaybeText, MaybeTimestamp, Money, Optional, resource, Timestamp } from './fields.ts'
import { event, listing, operation, Type } from './kernel.ts'

export const Quotation = resource('quotation', {
  id: Id,
  name: MaybeText,
  total: Type.Number({ description: 'subtotal - discount + tax.' }),
  subtotal: Type.Number({ description: 'The amounts of its treatments and the diagnostic fee.' }),
  tax: Money,
  taxPercent: Type.Number(),
  discount: Type.Number({ description: 'Of its treatments and of the whole.' }),
  discountPercent: Type.Number({ description: 'The discount of the subtotal.' }),
  diagnosticFee: Type.Number({ description: 'Within the subtotal.' }),
  insurance: Type.Number({ description: "The insurer's share of the total." }),
  completedPercent: Type.Number({ description: 'How much of it is done, by the amounts of its treatments.' }),
  seen: Type.Boolean(),
  signed: Type.Boolean(),
  signedAt: MaybeTimestamp,
  diagnosis: MaybeText,
  chart: MaybeText,
  operationIds: Type.Array(Id, { description: 'The treatments it offers.' }),
  patientId: Id,
  doctorId: MaybeId,
  branchId: Id,
  appointmentId: MaybeId,
  createdAt: Timestamp,
  updatedAt: Timestamp,
})

const shared = { tag: 'Quotations', access: scope('quotations:read') } as const

export const listQuotations = listing({
  ...shared,
  id: 'listQuotations',
  route: 'GET /quotations',
  summary: 'List quotations',
  paging: 'Std',
  filters: { branchId: Optional(Id), patientId: Optional(Id), signed: Optional(Type.Boolean()) },
  windowDays: 366,
  returns: Quotation,
})

export const getQuotation = operation({
  ...shared,
  id: 'getQuotation',
  route: 'GET /quotations/:id',
  summary: 'Get a quotation',
  input: { id: Id },
  returns: Quotation,
})

const data = { branchId: Id, total: Money, signed: Type.Boolean(), patientId: Id }
const example = {
  id: exampleIds.quotation,
  branchId: exampleIds.branch,
  total: 6900,
  signed: false,
  patientId: exampleIds.patient,
}

export const quotationCreated = event({
  type: 'quotation.created',
  summary: 'A quotation was made.',
  object: 'quotation',
  data,
  example,
})
export const quotationViewed = event({
  type: 'quotation.viewed',
  summary: 'Accepted in subscriptions, never sent; read the field seen of the quotation instead.',
  object: 'quotation',
  data,
  example,
  neverSent: true,
})
export const quotationSigned = event({
  type: 'quotation.signed',
  summary: 'The patient signed a quotation.',
  object: 'quotation',
  data,
  example: { ...example, signed: true },
  previousAttributes: { signed: false },
})
