import { scope } from './access.ts'
import { exampleIds } from './example-ids.ts'
import { Id, MaybeId, MaybeText, MaybeTimestamp, Money, OneOf, Optional, resource, Timestamp } from './fields.ts'
import { event, listing, operation, Type } from './kernel.ts'

/** REFUND follows SUCCESS only; a late SUCCESS after FAILED counts. */
export const ONLINE_PAYMENT_STATUSES = ['CREATED', 'PENDING', 'SUCCESS', 'FAILED', 'REFUND'] as const
export const OnlinePaymentStatus = OneOf(ONLINE_PAYMENT_STATUSES)

export const OnlinePayment = resource('online_payment', {
  id: Id,
  amount: Money,
  extraFees: Money,
  provider: Type.String(),
  status: OnlinePaymentStatus,
  paymentLink: MaybeText,
  paidAt: MaybeTimestamp,
  invoiceId: Id,
  paymentId: MaybeId,
  branchId: Id,
  createdAt: Timestamp,
  updatedAt: Timestamp,
})

const shared = { tag: 'Online payments', access: scope('onlinepayments:read') } as const

export const listOnlinePayments = listing({
  ...shared,
  id: 'listOnlinePayments',
  route: 'GET /online-payments',
  summary: 'List online payments',
  paging: 'Std',
  filters: { status: Optional(OnlinePaymentStatus), invoiceId: Optional(Id), branchId: Optional(Id) },
  windowDays: 366,
  returns: OnlinePayment,
})

export const getOnlinePayment = operation({
  ...shared,
  id: 'getOnlinePayment',
  route: 'GET /online-payments/:id',
  summary: 'Get an online payment',
  input: { id: Id },
  returns: OnlinePayment,
})

export const createPaymentLink = operation({
  id: 'createPaymentLink',
  route: 'POST /payment-links',
  summary: 'Create a payment link',
  description:
    'Opens a hosted payment page on the gateway of the clinic. The outcome arrives as an onlinepayment event; the platform records the payment itself, so do not record it again.',
  tag: 'Online payments',
  access: scope('paymentlinks:write'),
  input: {
    invoiceId: Id,
    amount: Optional(Type.Number({ exclusiveMinimum: 0, description: 'Default: what is still to be paid.' })),
  },
  returns: OnlinePayment,
  status: 201,
  refuses: ['payment_provider_not_configured', 'amount_exceeds_pending', 'invoice_already_paid'],
})

const data = { branchId: Id, status: OnlinePaymentStatus, amount: Money, invoiceId: Id, paymentId: MaybeId }
const example = {
  id: exampleIds.onlinePayment,
  branchId: exampleIds.branch,
  status: 'SUCCESS',
  amount: 402.5,
  invoiceId: exampleIds.invoice,
  paymentId: exampleIds.payment,
} as const

export const onlinePaymentSucceeded = event({
  type: 'onlinepayment.succeeded',
  summary: 'The patient paid online; the payment is recorded.',
  object: 'online_payment',
  data,
  example,
  previousAttributes: { status: 'PENDING', paymentId: null },
})
export const onlinePaymentFailed = event({
  type: 'onlinepayment.failed',
  summary: 'An online payment failed; nothing was recorded.',
  object: 'online_payment',
  data,
  example: { ...example, status: 'FAILED', paymentId: null },
  previousAttributes: { status: 'PENDING' },
})
export const onlinePaymentRefunded = event({
  type: 'onlinepayment.refunded',
  summary: 'An online payment was given back.',
  object: 'online_payment',
  data,
  example: { ...example, status: 'REFUND' },
  previousAttributes: { status: 'SUCCESS' },
})
