import {
  amountOf,
  described,
  Id,
  MaybeId,
  MaybeText,
  MaybeTimestamp,
  Money,
  Nullable,
  OneOf,
  shape,
} from '../fields.ts'
import { Type } from '../kernel.ts'
import { TreatmentStatus } from '../treatments.ts'
import { INVOICE_STATES } from './invoices.ts'

/** Why an insurer bears nothing of a line, or not all of its share. */
export const SHARE_REASONS = ['NOT_COVERED', 'COVERAGE_ENDED', 'APPROVAL_MISSING', 'LIMIT_REACHED'] as const
export const CHECKOUT_WARNINGS = ['ALREADY_BILLED', 'REFERENCE_USED', 'CONSENT_UNSIGNED'] as const

export const CheckoutLine = shape('checkoutLine', {
  treatmentId: MaybeId,
  procedureId: MaybeId,
  name: described(Type.String(), 'What is billed.'),
  code: described(MaybeText, 'Of the procedure; null where it has none.'),
  quantity: described(Type.Integer(), 'How often.'),
  price: amountOf(Money, 'For one, without tax'),
  discount: amountOf(Money, 'The discount on the line'),
  net: amountOf(Money, 'What the line comes to, without tax and before the discount of the whole'),
  taxPercent: described(Type.Number(), 'The rate of its tax, in percent.'),
  insurance: amountOf(Money, 'What the insurer bears of it'),
  insuranceReason: described(
    Nullable(OneOf(SHARE_REASONS)),
    'Why the insurer bears nothing of it, or less than its share; null where it bears that, and of those who are not insured.',
  ),
})

export const CheckoutTax = shape('checkoutTax', {
  taxPercent: described(Type.Number(), 'The rate, in percent.'),
  taxable: amountOf(Money, 'What the tax is of, after all discounts'),
  tax: amountOf(Money, 'The tax at this rate'),
})

const Billable = shape('billableTreatment', {
  treatmentId: Id,
  name: described(Type.String(), 'What was done, or is to be.'),
  code: described(MaybeText, 'Of the procedure; null where it has none.'),
  tooth: described(Type.Array(Type.Integer()), 'FDI numbers.'),
  status: TreatmentStatus,
  today: described(Type.Boolean(), 'Whether it is of this visit, or was done today.'),
  completable: described(Type.Boolean(), 'Whether the checkout can say that it was done.'),
  doneAt: described(MaybeTimestamp, 'When it was done; null where it was not.'),
  net: amountOf(Money, 'What it costs without tax, less its own discount'),
})

const VisitInvoice = shape('visitInvoice', {
  id: Id,
  number: described(Type.Integer(), 'As it stands on the invoice.'),
  state: described(OneOf(INVOICE_STATES), 'How far it has come.'),
  total: amountOf(Money, 'What it comes to'),
  pendingPayment: amountOf(Money, 'What is still to be paid of it'),
})

const Warning = shape('checkoutWarning', {
  code: described(
    OneOf(CHECKOUT_WARNINGS),
    'Another invoice has it already, and it is left out; another payment has this reference; or a consent is not signed.',
  ),
  treatmentId: described(MaybeId, 'What it is about; null where it is about none.'),
  reference: described(MaybeText, 'The reference that is used already; null where it is about none.'),
})

/** What a checkout would come to. Every amount is computed here. */
export const CheckoutPreview = shape('checkoutPreview', {
  patientId: Id,
  patientName: described(Type.String(), 'First and last name of the patient.'),
  fileNumber: described(Type.Integer(), 'Which the platform gave the file.'),
  insurer: described(MaybeText, 'Who insures the patient; null of those who are not insured.'),
  lines: described(Type.Array(CheckoutLine), 'What is billed.'),
  taxes: described(Type.Array(CheckoutTax), 'The tax by its rates, lowest first.'),
  subtotal: amountOf(Money, 'The lines before all discounts'),
  discount: amountOf(Money, 'The discounts of the lines and of the whole, without points'),
  pointsDiscount: amountOf(Money, 'What the points take off'),
  tax: amountOf(Money, 'The tax'),
  total: amountOf(Money, 'What it comes to'),
  insurance: amountOf(Money, 'What the insurer bears of it'),
  due: amountOf(Money, 'What the patient has to pay of it'),
  rest: amountOf(Money, 'What is left of that besides the amounts that were named; 0 where they are more'),
  credit: amountOf(Money, 'What the patient has paid in advance'),
  points: described(Type.Integer(), 'The points that the patient has.'),
  pointsMost: described(Type.Integer(), 'How many of them can be redeemed here.'),
  pointsWorth: amountOf(Money, 'What those take off'),
  limitPercent: described(Type.Number(), 'What the member who asks may take off, in percent.'),
  withinLimit: described(Type.Boolean(), 'Whether the discount needs no approval.'),
  linkable: described(Type.Boolean(), 'Whether the clinic has a gateway, for links to pay by.'),
  billable: described(
    Type.Array(Billable),
    'What of the patient is on no invoice, latest first; also what can be done at this visit.',
  ),
  invoices: described(Type.Array(VisitInvoice), 'What the visit was billed already.'),
  warnings: described(Type.Array(Warning), 'What is to be looked at; nothing of it is refused.'),
  hash: described(Type.String(), 'Of the figures, which the checkout is for.'),
})

export const CheckoutLink = shape('checkoutLink', {
  id: Id,
  amount: amountOf(Money, 'What is paid by it'),
  paymentLink: described(MaybeText, 'Where the patient pays; null once it cannot be paid any more.'),
})
