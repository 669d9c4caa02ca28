import { permission } from '../access.ts'
import { amountOf, described, Id, Nested, OneOf, Optional, shape, Text, UpTo } from '../fields.ts'
import { family, Type } from '../kernel.ts'
import {
  QuotationDocument,
  QuotationEntry,
  QuotationOption,
  QuotationPaper,
  QuotationSheet,
} from './quotation-sheet.ts'
import { RECEIPT_LANGUAGES } from './receipts.ts'

const { operation, listing } = family('Quotations', {
  read: permission('quotations:read'),
  write: permission('quotations:write'),
  sight: 'patient',
})

const percent = Type.Number({ minimum: 0, maximum: 100 })
const label = described(Text(1, 20), 'What the option is called beside the others.')
const treatmentIds = described(
  Type.Array(Id, { minItems: 1, maxItems: 100 }),
  'What is offered, in this order: treatments of the patient that are still to be done, and are not billed.',
)
const terms = {
  discount: Optional(
    amountOf(Type.Number({ minimum: 0 }), 'What is taken off the whole, besides the discounts of the treatments'),
  ),
  discountPercent: Optional(described(percent, 'The same in percent, instead of a discount.')),
  diagnosticFee: Optional(amountOf(Type.Number({ minimum: 0 }), 'The fee for the diagnosis, without tax')),
}
const ValidDays = described(
  Type.Integer({ minimum: 1, maximum: 365 }),
  'For how many days from today on it can be signed; as the clinic says unless told.',
)
const approvalId = described(Id, 'Of an approved discount, where one is above what the own role may give.')
const name = described(UpTo(200), 'What is offered, in a few words.')
const notes = described(UpTo(2000), 'Remarks to the patient, which stand beneath what is offered.')

export const createQuotations = operation({
  id: 'createQuotations',
  route: 'POST /quotations',
  summary: 'Offers a patient up to three ways to go',
  description:
    'Each option is a quotation, with its lines copied as they are. Options may share treatments: what several offer stays with the first until one is signed. One approval is for the discounts of all of them, and is used up.',
  input: {
    patientId: Id,
    branchId: Id,
    doctorId: Optional(Id),
    appointmentId: Optional(Id),
    options: described(
      Type.Array(Nested({ label, treatmentIds, ...terms }), { minItems: 1, maxItems: 3 }),
      'Side by side, in this order.',
    ),
    validDays: Optional(ValidDays),
    name: Optional(name),
    notes: Optional(notes),
    approvalId: Optional(approvalId),
  },
  returns: shape('quotedOptions', {
    options: described(Type.Array(QuotationOption), 'What was made, in their order.'),
  }),
  status: 201,
  emits: ['quotation.created'],
  refuses: ['discount_above_limit', 'invalid_state_transition'],
})

export const updateQuotation = operation({
  id: 'updateQuotation',
  route: 'PATCH /quotations/:id',
  summary: 'Changes what a quotation offers',
  description:
    'Absent fields stay as they are. What is priced is copied anew, as it is now. The patient is offered the next version from then on: what was sent before no longer holds, and is sent anew. What was settled is not changed.',
  versioned: {
    of: 'quotation',
    fields: { label: 'optionLabel', discountPercent: 'discount' },
  },
  input: {
    id: Id,
    label: Optional(label),
    treatmentIds: Optional(treatmentIds),
    ...terms,
    name: Optional(name),
    notes: Optional(notes),
    approvalId: Optional(approvalId),
  },
  returns: QuotationSheet,
  refuses: ['discount_above_limit', 'invalid_state_transition'],
})

export const renewQuotation = operation({
  id: 'renewQuotation',
  route: 'POST /quotations/:id/renew',
  summary: 'Lets a quotation be signed for longer',
  description: 'Also one that expired. Its last day stands in what the patient signs, so that it is sent anew.',
  input: { id: Id, validDays: Optional(ValidDays) },
  changes: ['validUntil', 'versionNum', 'sentAt'],
  returns: QuotationSheet,
  refuses: ['invalid_state_transition'],
})

export const withdrawQuotation = operation({
  id: 'withdrawQuotation',
  route: 'POST /quotations/:id/withdraw',
  summary: 'Takes a quotation back',
  description: 'It cannot be signed any more. What it offered stays planned, and the options beside it stay offered.',
  input: { id: Id, reason: described(Text(1, 200), 'Why; it is kept beside it.') },
  changes: ['withdrawnAt', 'withdrawReason'],
  returns: QuotationSheet,
  refuses: ['invalid_state_transition'],
})

export const listClinicQuotations = listing({
  id: 'listClinicQuotations',
  route: 'GET /quotations',
  summary: 'What patients were offered',
  description: 'Of the patients in sight, newest first.',
  paging: 'Dated',
  filters: { branchId: Id, patientId: Id, signed: Type.Boolean() },
  returns: QuotationEntry,
})

export const getClinicQuotation = operation({
  id: 'getClinicQuotation',
  route: 'GET /quotations/:id',
  summary: 'A quotation with the options beside it',
  description: 'Each option with its lines; all amounts are computed here.',
  input: { id: Id },
  returns: QuotationSheet,
})

export const getQuotationDocument = operation({
  id: 'getQuotationDocument',
  route: 'GET /quotations/:id/document',
  summary: 'What the patient reads and signs',
  description: 'As it was frozen when it was sent, shown on a tablet or signed; before that, as it would be now.',
  input: { id: Id },
  returns: QuotationDocument,
})

export const printQuotation = operation({
  id: 'printQuotation',
  route: 'GET /quotations/:id/paper',
  summary: 'A quotation for a printer',
  description:
    'Each option as the patient reads and signs it: the one that was accepted, with who signed; before that all that can be signed, and once none can be, the one that is named.',
  input: {
    id: Id,
    language: Optional(described(OneOf(RECEIPT_LANGUAGES), 'English, Arabic, or both of them unless told.')),
  },
  returns: QuotationPaper,
})
