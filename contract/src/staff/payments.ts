import { permission } from '../access.ts'
import {
  amountOf,
  described,
  Id,
  MaybeId,
  MaybeInteger,
  MaybeText,
  OneOf,
  OnlyTrue,
  Optional,
  PositiveMoney,
  resource,
  Text,
} from '../fields.ts'
import { family, Type } from '../kernel.ts'
import { Payment, PaymentType } from '../payments.ts'

const { operation, listing } = family('Payments', { read: permission('invoices:read'), sight: 'patient' })

const { object: _object, ...asToldToPlugins } = Payment.properties

const entry = {
  ...asToldToPlugins,
  invoiceNumber: described(MaybeInteger, 'The number of the invoice; null where it was paid in advance.'),
  treasuryId: described(MaybeId, 'Where the money went; null where none moved, as when credit is used.'),
  splitFromId: described(
    MaybeId,
    'The payment of which it was a part before that part was given back; null of every other.',
  ),
  reference: described(MaybeText, 'Of the terminal, the transfer or the gateway; null where none was noted.'),
  patientName: described(MaybeText, 'First and last name of the patient; null of one who is not shown.'),
  fileNumber: described(MaybeInteger, 'Which the platform gave the file; null of one who is not shown.'),
}

export const PaymentEntry = resource('payment', entry, 'paymentEntry')

export const PaymentSheet = resource(
  'payment',
  {
    ...entry,
    refundReason: described(MaybeText, 'Why it was given back; null where it was not, or nothing was said.'),
    allowed: described(Type.Array(OneOf(['REFUND'])), 'What the member who asks may do with it as it is.'),
  },
  'paymentSheet',
)

export const listClinicPayments = listing({
  id: 'listClinicPayments',
  route: 'GET /payments',
  summary: 'What was paid',
  description: 'By the patients in sight, and for them by insurers, newest first; also what was given back.',
  paging: 'Dated',
  filters: {
    branchId: Id,
    patientId: Id,
    invoiceId: Id,
    type: PaymentType,
    refunded: described(OnlyTrue, 'Only what was given back.'),
  },
  returns: PaymentEntry,
})

export const getClinicPayment = operation({
  id: 'getClinicPayment',
  route: 'GET /payments/:id',
  summary: 'A payment',
  description: 'With the number of its invoice, and where the money went.',
  input: { id: Id },
  returns: PaymentSheet,
})

export const refundClinicPayment = operation({
  id: 'refundClinicPayment',
  route: 'POST /payments/:id/refund',
  access: permission('payments:refund'),
  stepUp: true,
  summary: 'Gives a payment back',
  description:
    'The whole of it, or a part, out of the treasury that it went to unless another is named; its invoice is open again by what that paid. A part becomes a payment of its own, which is answered and told of, the credit that came of the payment first; the payment keeps the rest. What came through a gateway goes back through the gateway, and what an insurer paid is never given back.',
  input: {
    id: Id,
    amount: Optional(amountOf(PositiveMoney, 'How much is given back; all of it unless told')),
    reason: described(Text(1, 200), 'Why it is given back.'),
    treasuryId: Optional(described(Id, 'Out of which treasury; the one that it went to unless told.')),
  },
  changes: ['refunded', 'amount'],
  returns: PaymentSheet,
  status: 201,
  emits: ['payment.refunded', 'invoice.updated'],
  refuses: ['refund_exceeds_paid', 'insufficient_credit', 'treasury_short', 'invalid_state_transition'],
})
