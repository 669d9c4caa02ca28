import { scope } from './access.ts'
import { eventsAbout } from './event.ts'
import { Id, MaybeId, MaybeTimestamp, Money, OneOf, Optional, record } from './fields.ts'
import { family, Type } from './kernel.ts'
import { inventedId } from './openapi/example-values.ts'
import { Code, MaybeCode } from './tiers.ts'

/** REFUND follows SUCCESS only; a late SUCCESS after FAILED counts. */
export const ONLINE_PAYMENT_STATUSES = ['CREATED', 'PENDING', 'SUCCESS', 'FAILED', 'REFUND'] as const
export const OnlinePaymentStatus = OneOf(ONLINE_PAYMENT_STATUSES)

export const OnlinePayment = record('online_payment', {
  amount: Money,
  extraFees: Money,
  provider: Code,
  status: OnlinePaymentStatus,
  paymentLink: MaybeCode,
  paidAt: MaybeTimestamp,
  invoiceId: Id,
  paymentId: MaybeId,
  branchId: Id,
})

const { listing, operation } = family('Online payments', {
  read: scope('onlinepayments:read'),
  write: scope('paymentlinks:write'),
})

export const listOnlinePayments = listing({
  id: 'listOnlinePayments',
  route: 'GET /online-payments',
  summary: 'List online payments',
  paging: 'Std',
  filters: { status: OnlinePaymentStatus, invoiceId: Id, branchId: Id },
  windowDays: 366,
  returns: OnlinePayment,
})

export const getOnlinePayment = operation({
  id: 'getOnlinePayment',
  route: 'GET /online-payments/:id',
  summary: 'Get an online payment',
  description: 'One payment link, and whether it was paid. Read it after an online payment event.',
  input: { id: Id },
  returns: OnlinePayment,
})

export const createPaymentLink = operation({
  id: 'createPaymentLink',
  route: 'POST /payment-links',
  summary: 'Create a payment link',
  description:
    'Opens a hosted payment page on the gateway of the clinic. The outcome arrives as an onlinepayment event; the platform records the payment itself, so do not record it again. Once less is to be paid than the link asks for, the clinic closes it, or its time is over, it is closed for good: FAILED, without a paymentLink. For what is left, make a new one.',
  input: {
    invoiceId: Id,
    amount: Optional(
      Type.Number({
        exclusiveMinimum: 0,
        description: 'In the currency of the clinic. Default: what is still to be paid.',
      }),
    ),
  },
  returns: OnlinePayment,
  status: 201,
  refuses: ['payment_provider_not_configured', 'amount_exceeds_pending', 'invoice_already_paid'],
})

const onlinePaymentEvent = eventsAbout('online_payment', {
  branchId: Id,
  status: OnlinePaymentStatus,
  amount: Money,
  invoiceId: Id,
  paymentId: MaybeId,
})

export const onlinePaymentSucceeded = onlinePaymentEvent(
  'onlinepayment.succeeded',
  'The patient paid online; the payment is recorded.',
  {
    example: { status: 'SUCCESS', paymentId: inventedId('payment') },
    previousAttributes: { status: 'PENDING', paymentId: null },
  },
)
export const onlinePaymentFailed = onlinePaymentEvent(
  'onlinepayment.failed',
  'An online payment failed, or its link was closed, as where less is to be paid than it asks for; nothing was recorded.',
  { example: { status: 'FAILED' }, previousAttributes: { status: 'PENDING' } },
)
export const onlinePaymentRefunded = onlinePaymentEvent('onlinepayment.refunded', 'An online payment was given back.', {
  example: { status: 'REFUND', paymentId: inventedId('payment') },
  previousAttributes: { status: 'SUCCESS' },
})
