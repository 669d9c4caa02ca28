import { amountOf, described, Id, Nested, Optional, Text } from '../fields.ts'
import { Type } from '../kernel.ts'

const amountFromZero = Type.Number({ minimum: 0 })
const discount = Optional(amountOf(amountFromZero, 'What is taken off'))
const discountPercent = Optional(
  described(Type.Number({ minimum: 0, maximum: 100 }), 'What is taken off in percent, instead of a discount.'),
)

const line = {
  treatmentId: Optional(described(Id, 'What was done, as it stands in the chart.')),
  procedureId: Optional(described(Id, 'Something of the price list, instead.')),
  name: Optional(described(Text(1, 200), 'Anything else, with its price; takes prices:override.')),
  price: Optional(amountOf(amountFromZero, 'For one, without tax, beside a name alone')),
  quantity: Optional(
    described(
      Type.Integer({ minimum: 1, maximum: 100 }),
      'How many; what was done is billed as often as it was charted.',
    ),
  ),
  discount,
  discountPercent,
}
const Line = Nested(line)
/** The same, or an item that the invoice has already. */
const EditedLine = Nested({
  lineId: Optional(
    described(
      Id,
      'An item that the invoice has already, which keeps its name and its price, and its discount unless told.',
    ),
  ),
  ...line,
})

/** Who is billed, for which visit. */
export const whose = {
  patientId: Id,
  branchId: Id,
  doctorId: Optional(Id),
  appointmentId: Optional(described(Id, 'The visit; of no visit unless told.')),
}

export const lines = described(
  Type.Array(Line, { maxItems: 100 }),
  'What is billed, line by line. What another invoice has already is left out, with a warning.',
)

/** What the items of an invoice are to be, all of them. */
export const editedLines = described(
  Type.Array(EditedLine, { minItems: 1, maxItems: 100 }),
  'All that it is to have, in their order; what is not among them is taken off it.',
)

/** What is taken off the whole. */
export const offTheWhole = {
  discount,
  discountPercent,
  targetTotal: Optional(
    amountOf(
      amountFromZero,
      'A total with tax, instead of a discount: the smallest discount is given that leads to it or below',
    ),
  ),
  discountReason: Optional(described(Text(1, 200), 'Why the whole has a discount.')),
  approvalId: Optional(described(Id, 'Of an approved discount, where it is above what the own role may give.')),
}

/** What is billed, and for how much. */
export const priced = {
  invoiceId: Optional(described(Id, 'A draft, which is handed over as it is, instead of lines and discounts.')),
  complete: Optional(
    described(Type.Array(Id, { maxItems: 50 }), 'Treatments that were done, and are said so now: by their ids.'),
  ),
  ...offTheWhole,
  points: Optional(
    described(
      Type.Integer({ minimum: 0, maximum: 1_000_000_000 }),
      'Points that are redeemed, as a discount before tax.',
    ),
  ),
}
