import {
  amountOf,
  DateOnly,
  described,
  Id,
  MaybeId,
  MaybeInteger,
  MaybeText,
  MaybeTimestamp,
  Money,
  Nullable,
  OneOf,
  RowVersion,
  resource,
  shape,
  Timestamp,
} from '../fields.ts'
import { Type } from '../kernel.ts'
import { Quotation } from '../quotations.ts'
import { SHARE_REASONS } from './checkout-preview.ts'
import { LastLink } from './patient-links.ts'

/** How far a quotation has come. */
export const QUOTATION_STATES = ['DRAFT', 'SENT', 'SIGNED', 'EXPIRED', 'WITHDRAWN', 'DECLINED'] as const
/** What may be done with a quotation. */
export const QUOTATION_DEEDS = ['EDIT', 'SEND', 'RENEW', 'WITHDRAW'] as const

const State = described(
  OneOf(QUOTATION_STATES),
  'DRAFT until it is sent, then SENT; both can be signed. EXPIRED after its last day. SIGNED, WITHDRAWN by the clinic and DECLINED, as the patient signed another option, are final.',
)

const { object: _object, ...asToldToPlugins } = Quotation.properties

const entry = {
  ...asToldToPlugins,
  state: State,
  groupId: described(Id, 'Of the first of the options that it is offered beside; its own where it is alone or first.'),
  optionLabel: described(MaybeText, 'What the option is called beside the others; null of one that is alone.'),
  versionNum: described(Type.Integer(), 'Which version of it the patient is offered, from 1 on.'),
  validUntil: described(Nullable(DateOnly), 'The last day on which it can be signed; null where it has none.'),
  sentAt: described(MaybeTimestamp, 'When this version was sent to the patient; null before that.'),
  withdrawnAt: described(MaybeTimestamp, 'When the clinic took it back; null where it did not.'),
  withdrawReason: described(MaybeText, 'Why the clinic took it back; null where it did not.'),
  declinedAt: described(MaybeTimestamp, 'When the patient signed another option; null where they did not.'),
  notes: described(MaybeText, 'Remarks to the patient, which stand beneath what is offered.'),
  patientName: described(MaybeText, 'First and last name of the patient; null of one who is not shown.'),
  fileNumber: described(MaybeInteger, 'Which the platform gave the file; null of one who is not shown.'),
  due: amountOf(Money, 'What the patient pays: the total less what the insurer bears'),
  allowed: described(Type.Array(OneOf(QUOTATION_DEEDS)), 'What the member who asks may do with it as it is.'),
  version: RowVersion,
}

export const QuotationEntry = resource('quotation', entry, 'quotationEntry')

export const QuotationLine = shape('quotationLine', {
  treatmentId: described(MaybeId, 'What is offered; null of the diagnostic fee.'),
  name: described(Type.String(), 'What is to be done.'),
  code: described(MaybeText, 'Of the procedure; null where it has none.'),
  tooth: described(Type.Array(Type.Integer()), 'FDI numbers of the teeth.'),
  toothPart: described(Type.Array(Type.String()), 'The surfaces and other parts of the teeth.'),
  quantity: described(Type.Integer(), 'How often.'),
  price: amountOf(Money, 'For one, without tax'),
  amount: amountOf(Money, 'The price times the quantity'),
  discount: amountOf(Money, 'Its own discount with its part of that of the whole'),
  tax: amountOf(Money, 'Its part of the tax'),
  total: amountOf(Money, 'What it comes to, with tax'),
  insurance: amountOf(Money, 'What the insurer bears of it'),
  insuranceReason: described(
    Nullable(OneOf(SHARE_REASONS)),
    'Why the insurer bears nothing of it, or less than its share; null where it bears its share.',
  ),
  due: amountOf(Money, 'What the patient pays of it'),
})

export const QuotationOption = resource(
  'quotation',
  { ...entry, lines: described(Type.Array(QuotationLine), 'What is offered, as it was when it was offered.') },
  'quotationOption',
)

export const QuotationEvidence = resource(
  'signature',
  {
    id: Id,
    name: described(MaybeText, 'As the person who signed typed it; null of a patient who was made anonymous.'),
    role: described(OneOf(['PATIENT', 'GUARDIAN']), 'Who signed.'),
    kind: described(OneOf(['DRAWN', 'TYPED']), 'Whether a drawing stands beside the name.'),
    sha256: described(Type.String(), 'Of the bytes of the document that was signed, hexadecimal.'),
    genuine: described(Type.Boolean(), 'Whether the document is to the byte what was signed.'),
    address: described(MaybeText, 'From which address.'),
    createdAt: described(Timestamp, 'When it was signed.'),
  },
  'quotationEvidence',
)

export const QuotationPaper = resource(
  'quotation',
  {
    id: Id,
    patientId: Id,
    html: described(Type.String(), 'A whole page with nothing but what is offered, for sheets of A4.'),
    readAt: described(Timestamp, 'When it was read.'),
  },
  'quotationPaper',
)

export const QuotationDocument = resource(
  'quotation',
  {
    id: Id,
    patientId: Id,
    versionNum: described(Type.Integer(), 'Of the version that it is of.'),
    html: described(
      MaybeText,
      'What the patient reads and signs, in both languages: what is of one language says so by lang. Null of a patient who was made anonymous.',
    ),
    sha256: described(MaybeText, 'Of its bytes, once it was frozen; null of one that may still change.'),
    frozenAt: described(MaybeTimestamp, 'When it was frozen, by being sent or shown to be signed; null before that.'),
  },
  'quotationDocument',
)

export const QuotationSheet = resource(
  'quotation',
  {
    ...entry,
    options: described(
      Type.Array(QuotationOption),
      'It and the options beside it, in their order, each with its lines.',
    ),
    link: described(
      LastLink,
      'The last link that the patient was given to it and the options beside it; null before the first.',
    ),
    evidence: described(
      Type.Array(QuotationEvidence),
      'Who signed it or an option beside it, and what; empty before that.',
    ),
    readAt: described(Type.String({ format: 'date-time' }), 'When it was read.'),
  },
  'quotationSheet',
)
