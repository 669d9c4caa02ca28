import { scope } from './access.ts'
import { eventsAbout } from './event.ts'
import {
  described,
  Id,
  MaybeId,
  MaybeTimestamp,
  Money,
  OneOf,
  Optional,
  PositiveMoney,
  record,
  Text,
} from './fields.ts'
import { family, Type } from './kernel.ts'
import { MaybeCode } from './tiers.ts'

export const RECORDABLE = ['CARD', 'CASH', 'BANK_TRANSFER', 'MOBILE_WALLET', 'CHEQUE', 'OTHER'] as const

/** What a caller may record (specification, operation 13: BALANCE and INSURANCE are not accepted). */
export const RecordablePaymentType = OneOf(RECORDABLE)

/** What the clinic knows: BALANCE is taken from the patient's credit, INSURANCE is an insurer's share. */
export const PAYMENT_TYPES = [...RECORDABLE, 'BALANCE', 'INSURANCE'] as const
export const PaymentType = OneOf(PAYMENT_TYPES)

export const Payment = record('payment', {
  type: PaymentType,
  amount: Money,
  tax: Money,
  balance: Money,
  claimed: Type.Boolean(),
  claimedAt: MaybeTimestamp,
  refunded: Type.Boolean(),
  refundedAt: MaybeTimestamp,
  chart: MaybeCode,
  invoiceId: MaybeId,
  patientId: Id,
  branchId: Id,
  doctorId: MaybeId,
  appointmentId: MaybeId,
  insuranceCompanyId: MaybeId,
})

const { listing, operation } = family('Payments', { read: scope('payments:read'), write: scope('payments:write') })

export const listPayments = listing({
  id: 'listPayments',
  route: 'GET /payments',
  summary: 'List payments',
  paging: 'Std',
  filters: { branchId: Id, patientId: Id },
  windowDays: 366,
  returns: Payment,
})

export const recordPayment = operation({
  id: 'recordPayment',
  route: 'POST /payments',
  summary: 'Record a payment',
  description:
    'Takes money against an invoice as a receptionist does: the treasury is chosen and the totals of invoice and patient follow. The payment id comes from the Idempotency-Key, so that a late retry collides instead of charging twice. Payment links that ask for more than is left are closed, each with an onlinepayment.failed event. Where the clinic gives points for what is paid, points.earned follows.',
  input: {
    invoiceId: Id,
    amount: PositiveMoney,
    type: RecordablePaymentType,
    treasuryId: Optional(described(Id, "Default: the invoice branch's default treasury for the type.")),
    reference: Optional(described(Text(1, 500), 'Transaction id of the terminal or gateway.')),
  },
  returns: Payment,
  status: 201,
  emits: ['payment.created', 'invoice.paid', 'onlinepayment.failed', 'points.earned'],
  refuses: ['amount_exceeds_pending'],
})

export const getPayment = operation({
  id: 'getPayment',
  route: 'GET /payments/:id',
  summary: 'Get a payment',
  description: 'One payment as it is now, with what was refunded or claimed of it.',
  input: { id: Id },
  returns: Payment,
})

const facts = { branchId: Id, amount: Money, type: PaymentType, invoiceId: MaybeId, patientId: Id }
const paymentEvent = eventsAbout('payment', facts)
const refundEvent = eventsAbout('payment', {
  ...facts,
  splitFromId: described(
    MaybeId,
    'The payment of which this was a part before the part was given back; that one keeps the rest. Null where all of a payment was given back.',
  ),
})

export const paymentCreated = paymentEvent('payment.created', 'A payment was taken.')
export const paymentRefunded = refundEvent('payment.refunded', 'A payment was given back, or a part of it.', {
  example: { splitFromId: null },
})
