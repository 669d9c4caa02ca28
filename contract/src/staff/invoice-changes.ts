import { permission } from '../access.ts'
import { amountOf, described, Id, Money, Nullable, Optional, shape, Text } from '../fields.ts'
import { family, Type } from '../kernel.ts'
import { CheckoutLine, CheckoutTax } from './checkout-preview.ts'
import { editedLines, lines, offTheWhole, whose } from './checkout-wish.ts'
import { InvoiceSheet } from './invoices.ts'

const { operation } = family('Invoices', { write: permission('invoices:write'), sight: 'patient' })

export const createDraft = operation({
  id: 'createDraft',
  route: 'POST /invoices',
  summary: 'Writes an invoice that is not handed over yet',
  description:
    'Priced, taxed and shared with the insurer as a checkout is. It can be changed, and is handed over when it is issued or checked out. What another invoice has is not billed again.',
  input: { ...whose, ...offTheWhole, lines },
  returns: InvoiceSheet,
  status: 201,
  emits: ['invoice.created'],
  refuses: ['discount_above_limit', 'invalid_state_transition', 'not_permitted'],
})

/** What an invoice is to be. */
const change = {
  id: Id,
  doctorId: Optional(described(Nullable(Id), 'Who treated the patient; null where it is of no doctor.')),
  ...offTheWhole,
  lines: Optional(editedLines),
}

const ChangePreview = shape('invoiceChangePreview', {
  invoiceId: Id,
  lines: described(Type.Array(CheckoutLine), 'What it would bill.'),
  taxes: described(Type.Array(CheckoutTax), 'The tax by its rates, lowest first.'),
  subtotal: amountOf(Money, 'The lines before all discounts'),
  discount: amountOf(Money, 'The discounts of the lines and of the whole, without points'),
  pointsDiscount: amountOf(Money, 'What the points take off that were redeemed on it'),
  tax: amountOf(Money, 'The tax'),
  total: amountOf(Money, 'What it would come to'),
  insurance: amountOf(Money, 'What the insurer would bear of it'),
  paid: amountOf(Money, 'What is paid of it'),
  due: amountOf(Money, 'What the patient would still have to pay; 0 where more is paid'),
  limitPercent: described(Type.Number(), 'What the member who asks may take off, in percent.'),
  withinLimit: described(Type.Boolean(), 'Whether the discount needs no approval.'),
})

export const previewInvoiceChange = operation({
  id: 'previewInvoiceChange',
  route: 'POST /invoices/:id/preview',
  summary: 'What an invoice would come to if it were changed so',
  description: 'Nothing is written.',
  reads: true,
  input: change,
  returns: ChangePreview,
  refuses: ['invalid_state_transition', 'not_permitted'],
})

export const changeDraft = operation({
  id: 'changeDraft',
  route: 'PATCH /invoices/:id',
  summary: 'Changes the items and the discount of an invoice',
  description:
    'Of a draft; of one that the tax authority rejected, which is reported again then by a retry; and, where the clinic reports none, of one that nothing is paid on and no insurer has. It never comes to less than what is paid. What is not told stays: where items are told these are all of them, priced, taxed and shared anew. Links that ask for more than is left are closed. It is made for the invoice as it was shown: where that has changed since, nothing is done.',
  input: {
    hash: described(Text(1, 100), 'Of the invoice as it was shown.'),
    ...change,
  },
  changes: ['total', 'subtotal', 'discount', 'tax', 'insurance'],
  returns: InvoiceSheet,
  emits: ['invoice.updated', 'onlinepayment.failed'],
  refuses: ['price_changed', 'discount_above_limit', 'invalid_state_transition', 'not_permitted'],
})
