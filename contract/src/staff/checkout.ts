import { permission } from '../access.ts'
import { APPOINTMENT_STATUSES } from '../appointments.ts'
import { amountOf, described, Money, Nested, Nullable, OneOf, Optional, PositiveMoney, shape, Text } from '../fields.ts'
import { family, Type } from '../kernel.ts'
import { CheckoutLink, CheckoutPreview } from './checkout-preview.ts'
import { lines, priced, whose } from './checkout-wish.ts'
import { InvoiceSheet } from './invoices.ts'
import { reference, TENDER_TYPES, treasuryId } from './tenders.ts'
import { StockShortage } from './treatment-moves.ts'

const { operation } = family('Checkout', { write: permission('checkout:use'), sight: 'patient' })

/** What a checkout is paid with: as an invoice is, or by a link that the patient pays by later. */
export const CHECKOUT_TENDERS = [...TENDER_TYPES, 'LINK'] as const

const Tender = Nested({
  type: described(
    OneOf(CHECKOUT_TENDERS),
    'How it is paid; CREDIT takes of what was paid in advance, LINK is paid online.',
  ),
  amount: amountOf(PositiveMoney, 'What is paid so'),
  received: Optional(
    amountOf(PositiveMoney, 'The cash that was handed over, of CASH alone; what is more is the change'),
  ),
  treasuryId,
  reference,
})

export const previewCheckout = operation({
  id: 'previewCheckout',
  route: 'POST /checkouts/preview',
  summary: 'What a checkout would come to',
  description:
    'Nothing is written. Without lines it is of what was done today, or at the visit, and is on no invoice yet.',
  reads: true,
  input: {
    ...whose,
    ...priced,
    amounts: Optional(
      described(
        Type.Array(amountOf(PositiveMoney, 'What is paid in one way'), { maxItems: 6 }),
        'What is to be paid in each way, to see what is left then.',
      ),
    ),
    references: Optional(
      described(Type.Array(Text(1, 500), { maxItems: 6 }), 'Of terminals and transfers, to see whether they are used.'),
    ),
    lines: Optional(lines),
  },
  returns: CheckoutPreview,
  refuses: ['insufficient_points', 'invalid_state_transition', 'not_permitted'],
})

export const checkOut = operation({
  id: 'checkOut',
  route: 'POST /checkouts',
  summary: 'Bills a visit and takes the money for it',
  description:
    'All of it or nothing: what was ticked is completed, points are redeemed, the invoice is issued, each way of paying is taken in its order, and the visit ends. It is made for the figures of a preview: where they have changed since, nothing is done, and it is told who changed them. What is not paid stays open. A treatment is billed once.',
  input: {
    ...whose,
    ...priced,
    hash: described(Text(1, 100), 'Of the preview.'),
    tenders: described(
      Type.Array(Tender, { maxItems: 6 }),
      'Each way in which it is paid; none where nothing is paid now.',
    ),
    excess: Optional(
      described(OneOf(['REFUSE', 'CREDIT']), 'Whether what is more is refused, as without it, or becomes credit.'),
    ),
    completeAppointment: Optional(described(Type.Boolean(), 'Whether the visit is over.')),
    lines: Optional(lines),
  },
  changes: ['invoiceId', 'paid'],
  returns: shape('checkoutReceipt', {
    invoice: InvoiceSheet,
    change: amountOf(Money, 'What the patient gets back of the cash'),
    links: described(Type.Array(CheckoutLink), 'The links that were made, in their order.'),
    pointsUsed: described(Type.Integer(), 'Points that were redeemed.'),
    pointsEarned: described(Type.Integer(), 'Points that the payments gave.'),
    shortages: described(Type.Array(StockShortage), 'What was used in what it completed, and was not in stock.'),
    appointmentStatus: described(
      Nullable(OneOf(APPOINTMENT_STATUSES)),
      'Where the visit stands; null where it is of none.',
    ),
  }),
  status: 201,
  emits: [
    ...([
      'treatment.status_changed',
      'points.redeemed',
      'invoice.created',
      'invoice.updated',
      'payment.created',
    ] as const),
    ...(['invoice.paid', 'points.earned', 'onlinepayment.failed', 'appointment.updated'] as const),
    ...(['appointment.completed', 'inventory.low_stock'] as const),
  ],
  refuses: [
    ...(['price_changed', 'discount_above_limit', 'amount_exceeds_pending', 'insufficient_credit'] as const),
    ...([
      'insufficient_points',
      'payment_provider_not_configured',
      'invalid_state_transition',
      'not_permitted',
    ] as const),
  ],
})
