import { permission } from '../access.ts'
import { E_INVOICE_STATUSES } from '../einvoices.ts'
import {
  amountOf,
  described,
  Id,
  MaybeId,
  MaybeInteger,
  MaybeText,
  Money,
  Nullable,
  OneOf,
  resource,
  shape,
  Text,
  Timestamp,
} from '../fields.ts'
import { Invoice } from '../invoices.ts'
import { family, Type } from '../kernel.ts'
import { CreditNote, creditNoteInput } from './credit-notes.ts'
import { PaymentEntry } from './payments.ts'

const { operation, listing } = family('Invoices', { read: permission('invoices:read'), sight: 'patient' })

/** How far an invoice has come: it is written, handed over, and settled by the patient, or it was made void. */
export const INVOICE_STATES = ['DRAFT', 'OPEN', 'PAID', 'VOID'] as const
const State = described(
  OneOf(INVOICE_STATES),
  'DRAFT before it is issued; then OPEN while the patient has something to pay, else PAID. VOID where nothing of it is owed any more.',
)

const { object: _object, ...asToldToPlugins } = Invoice.properties

const entry = {
  ...asToldToPlugins,
  state: State,
  patientName: described(MaybeText, 'First and last name of the patient; null of one who is not shown.'),
  fileNumber: described(MaybeInteger, 'Which the platform gave the file; null of one who is not shown.'),
}

export const InvoiceEntry = resource('invoice', entry, 'invoiceEntry')

export const listClinicInvoices = listing({
  id: 'listClinicInvoices',
  route: 'GET /invoices',
  summary: 'What patients were, or are to be, billed',
  description: 'Of the patients in sight, newest first; drafts too.',
  paging: 'Dated',
  filters: {
    state: State,
    branchId: Id,
    doctorId: Id,
    patientId: Id,
    number: described(
      Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
      'The one of this number, as it stands on the invoice.',
    ),
  },
  returns: InvoiceEntry,
})

export const InvoiceItem = shape('invoiceItem', {
  id: Id,
  name: described(Type.String(), 'What was done.'),
  code: described(MaybeText, 'Of the procedure; null where it has none.'),
  quantity: described(Type.Integer(), 'How often.'),
  price: amountOf(Money, 'For one, without tax'),
  discount: amountOf(Money, 'The discount on the line'),
  net: amountOf(Money, 'What the line comes to, without tax and before the discount of the whole invoice'),
  taxPercent: described(Type.Number(), 'The rate of its tax, in percent.'),
  insurance: amountOf(Money, 'What the insurer bears of it'),
  left: amountOf(Money, 'What of the net is not credited'),
  quantityLeft: described(Type.Integer(), 'How many of it are not credited.'),
  procedureId: MaybeId,
  treatmentId: MaybeId,
})

const TaxAtRate = shape('taxAtRate', {
  taxPercent: described(Type.Number(), 'The rate, in percent.'),
  taxable: amountOf(Money, 'What the tax is of, after all discounts'),
  tax: amountOf(Money, 'The tax at this rate'),
})

export const INVOICE_STEPS = [
  'CREATED',
  'ISSUED',
  'PAYMENT',
  'REFUND',
  'LINK',
  'LINK_CLOSED',
  'CREDIT_NOTE',
  'VOID',
  'EINVOICE',
] as const

/**
 * What can be done with an invoice: a draft is issued, an open one is paid, one that nothing is paid on is made void, an issued
 * one is credited. A draft is edited, too, and what the tax authority rejected or was never told of.
 */
export const INVOICE_DEEDS = ['ISSUE', 'PAY', 'VOID', 'CREDIT', 'EDIT'] as const

const Step = shape('invoiceStep', {
  at: described(Timestamp, 'When it happened.'),
  what: described(
    OneOf(INVOICE_STEPS),
    'It was written, issued, paid on, money of it was given back, a link to pay it was made or closed, a credit note was made, it was made void, or it was reported to the tax authority.',
  ),
  recordId: described(Id, 'Of the invoice, the payment, the link, the credit note or the report that it is about.'),
  amount: amountOf(Nullable(Money), 'The money that it is about; null where it is about none'),
  eInvoiceStatus: described(
    Nullable(OneOf(E_INVOICE_STATUSES)),
    'Where the report stands; null where it is about another thing.',
  ),
})

export const InvoiceSheet = resource(
  'invoice',
  {
    ...entry,
    items: described(Type.Array(InvoiceItem), 'What was billed, line by line.'),
    voidReason: described(MaybeText, 'Why it was made void; null where it was not.'),
    wholeDiscount: amountOf(Money, 'What of the discount is of the whole invoice, without points'),
    discountReason: described(MaybeText, 'Why the whole has a discount; null where nothing was said.'),
    hash: described(Type.String(), 'Of its items and its discount, which a change of it is for.'),
    failedReportId: described(
      MaybeId,
      'Its latest report to the tax authority, where it was rejected, canceled or never answered and can be told again; else null.',
    ),
    credited: amountOf(Money, 'What its credit notes come to: with the total it is what was issued'),
    creditNotes: described(Type.Array(CreditNote), 'What was taken off it, in the order of their numbers.'),
    taxes: described(Type.Array(TaxAtRate), 'The tax of what is left, by its rates, lowest first.'),
    payments: described(Type.Array(PaymentEntry), 'What was paid on it, earliest first; also what was given back.'),
    allowed: described(Type.Array(OneOf(INVOICE_DEEDS)), 'What the member who asks may do with it as it is.'),
    history: described(Type.Array(Step), 'What happened to it, earliest first.'),
  },
  'invoiceSheet',
)

export const getClinicInvoice = operation({
  id: 'getClinicInvoice',
  route: 'GET /invoices/:id',
  summary: 'An invoice with its lines, its payments and what happened to it',
  description: 'All amounts are computed here: what adds up to the total stands beside it.',
  input: { id: Id },
  returns: InvoiceSheet,
})

export const issueInvoice = operation({
  id: 'issueInvoice',
  route: 'POST /invoices/:id/issue',
  access: permission('invoices:write'),
  summary: 'Hands an invoice to the patient',
  description: 'From then on it is to be paid, and where the clinic reports its invoices it is reported.',
  input: { id: Id },
  changes: ['releasedAt', 'state'],
  returns: InvoiceSheet,
  status: 201,
  emits: ['invoice.updated'],
  refuses: ['invalid_state_transition'],
})

export const voidInvoice = operation({
  id: 'voidInvoice',
  route: 'POST /invoices/:id/void',
  access: permission('invoices:credit'),
  stepUp: true,
  summary: 'Makes an invoice void',
  description:
    'A draft, or an issued one that nothing is paid on and that is not reported to the tax authority. Its number and its lines stay, its amounts become 0, its treatments can be billed again, and links to pay it are closed. Once its claim is with the insurer it cannot be made void.',
  input: { id: Id, reason: described(Text(1, 200), 'Why it is made void.') },
  changes: ['state', 'total', 'subtotal', 'discount', 'tax', 'insurance'],
  returns: InvoiceSheet,
  status: 201,
  emits: ['invoice.updated', 'onlinepayment.failed'],
  refuses: ['invalid_state_transition'],
})

export const createCreditNote = operation({
  id: 'createCreditNote',
  route: 'POST /invoices/:id/credit-notes',
  access: permission('invoices:credit'),
  stepUp: true,
  summary: 'Takes something off an invoice that was issued',
  description:
    'By a credit note with a number of its own. Its amounts are the totals before, less the totals of what is left, so that all notes together are exactly what is missing. What was paid above what is left becomes the credit of the patient or is given back, as far as it did not come through a gateway or from credit. Links that ask for more than is left are closed. Once the insurer has the claim only the part of the patient is credited. Where the invoice was reported to the tax authority the note is reported, too.',
  input: creditNoteInput,
  changes: ['total', 'subtotal', 'discount', 'tax', 'insurance', 'paid'],
  returns: InvoiceSheet,
  status: 201,
  emits: ['invoice.updated', 'payment.refunded', 'onlinepayment.failed'],
  refuses: ['insufficient_credit', 'treasury_short', 'invalid_state_transition'],
})
