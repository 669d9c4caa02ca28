import { E_INVOICE_STATUSES } from '../einvoices.ts'
import {
  amountOf,
  described,
  Id,
  MaybeId,
  MaybeInteger,
  MaybeText,
  Money,
  Nested,
  Nullable,
  OneOf,
  Optional,
  PositiveMoney,
  resource,
  shape,
  Text,
  Timestamp,
} from '../fields.ts'
import { Type } from '../kernel.ts'

const CreditedItem = shape('creditedItem', {
  lineId: described(Id, 'The item of the invoice that it is of.'),
  name: described(Type.String(), 'What was done.'),
  quantity: described(MaybeInteger, 'How many of it were credited; null where an amount was.'),
  net: amountOf(Money, 'What it comes to, without tax and before the discount of the whole invoice'),
})

export const CreditNote = resource(
  'credit_note',
  {
    id: Id,
    referenceId: described(Type.Integer(), 'Its number, in a series of its own.'),
    invoiceId: described(Id, 'What it corrects.'),
    reason: described(MaybeText, 'Why it was made; null of a patient who was made anonymous.'),
    items: described(Type.Array(CreditedItem), 'What was credited, line by line.'),
    subtotal: amountOf(Money, 'What is credited without tax, before discounts'),
    discount: amountOf(Money, 'The part of the discounts that goes with it'),
    tax: amountOf(Money, 'The tax within it'),
    total: amountOf(Money, 'By how much the total of the invoice fell'),
    insurance: amountOf(Money, 'By how much the part of the insurer fell'),
    toCredit: amountOf(Money, 'What was paid too much then and became the credit of the patient'),
    refunded: amountOf(Money, 'What was paid too much then and was given back'),
    billAgain: described(
      Type.Boolean(),
      'Whether what was done can be billed again where nothing of its line was left.',
    ),
    eInvoiceStatus: described(
      Nullable(OneOf(E_INVOICE_STATUSES)),
      'Where its report to the tax authority stands; null where it is not reported.',
    ),
    failedReportId: described(
      MaybeId,
      'The latest report of it, where it was rejected, canceled or never answered and can be told again; else null.',
    ),
    createdAt: described(Timestamp, 'When it was made.'),
  },
  'creditNote',
)

const Line = Nested({
  lineId: described(Id, 'The item of the invoice.'),
  quantity: Optional(described(Type.Integer({ minimum: 1, maximum: 10_000 }), 'How many of it; or else an amount.')),
  amount: Optional(amountOf(PositiveMoney, 'How much of it, without tax; all that is left unless one of both is told')),
})

/** What is answered is declared with the invoice, which shows its notes. */
export const creditNoteInput = {
  id: Id,
  reason: described(Text(1, 200), 'Why it is credited; the tax authority is told.'),
  excess: Optional(
    described(
      OneOf(['CREDIT', 'REFUND']),
      'Whether what was paid above what is left becomes the credit of the patient, as without it, or is given back.',
    ),
  ),
  billAgain: Optional(
    described(Type.Boolean(), 'Whether what was done can be billed again where nothing of its line is left.'),
  ),
  lines: described(Type.Array(Line, { minItems: 1, maxItems: 100 }), 'What is credited, each item once.'),
}
