import { scope } from './access.ts'
import { eventsAbout } from './event.ts'
import { Id, MaybeId, MaybeTimestamp, Money, record } from './fields.ts'
import { family, Type } from './kernel.ts'
import { MaybeCode, MaybeNote } from './tiers.ts'

export const Quotation = record('quotation', {
  name: MaybeNote,
  total: Type.Number({ description: 'subtotal - discount + tax, in the currency of the clinic.' }),
  subtotal: Type.Number({
    description: 'The amounts of its treatments and the diagnostic fee, in the currency of the clinic.',
  }),
  tax: Money,
  taxPercent: Type.Number(),
  discount: Type.Number({ description: 'Of its treatments and of the whole, in the currency of the clinic.' }),
  discountPercent: Type.Number({ description: 'The discount, in percent of the subtotal.' }),
  diagnosticFee: Type.Number({
    description: 'The fee for the diagnosis, within the subtotal, in the currency of the clinic.',
  }),
  insurance: Type.Number({ description: "The insurer's share of the total, in the currency of the clinic." }),
  completedPercent: Type.Number({
    description: 'How much of it is done, in percent of the amounts of its treatments.',
  }),
  seen: Type.Boolean(),
  signed: Type.Boolean(),
  signedAt: MaybeTimestamp,
  diagnosis: MaybeNote,
  chart: MaybeCode,
  operationIds: Type.Array(Id, { description: 'The treatments it offers.' }),
  patientId: Id,
  doctorId: MaybeId,
  branchId: Id,
  appointmentId: MaybeId,
})

const { listing, operation } = family('Quotations', { read: scope('quotations:read') })

export const listQuotations = listing({
  id: 'listQuotations',
  route: 'GET /quotations',
  summary: 'List quotations',
  paging: 'Std',
  filters: { branchId: Id, patientId: Id, signed: Type.Boolean() },
  windowDays: 366,
  returns: Quotation,
})

export const getQuotation = operation({
  id: 'getQuotation',
  route: 'GET /quotations/:id',
  summary: 'Get a quotation',
  description: 'One price offer as it is now, and whether it was signed. Read it after a quotation event.',
  input: { id: Id },
  returns: Quotation,
})

const quotationEvent = eventsAbout('quotation', { branchId: Id, total: Money, signed: Type.Boolean(), patientId: Id })

export const quotationCreated = quotationEvent('quotation.created', 'A quotation was made.', {
  example: { total: 6900, signed: false },
})
export const quotationViewed = quotationEvent(
  'quotation.viewed',
  'Accepted in subscriptions, never sent; read the field seen of the quotation instead.',
  { example: { total: 6900, signed: false }, neverSent: true },
)
export const quotationSigned = quotationEvent('quotation.signed', 'The patient signed a quotation.', {
  example: { total: 6900 },
  previousAttributes: { signed: false },
})
