import { scope } from './access.ts'
import { exampleIds } from './example-ids.ts'
import {
  Id,
  MaybeId,
  MaybeText,
  MaybeTimestamp,
  Money,
  OneOf,
  Optional,
  PositiveMoney,
  resource,
  Timestamp,
} from './fields.ts'
import { event, listing, operation, Type } from './kernel.ts'

const RECORDABLE = ['CARD', 'CASH', 'BANK_TRANSFER', 'MOBILE_WALLET', 'CHEQUE', 'OTHER'] as const

/** What a caller may record (specification, operation 13: BALANCE and INSURANCE are not accepted). */
export const RecordablePaymentType = OneOf(RECORDABLE)

/** What the clinic knows: BALANCE is taken from the patient's credit, INSURANCE is an insurer's share. */
export const PAYMENT_TYPES = [...RECORDABLE, 'BALANCE', 'INSURANCE'] as const
export const PaymentType = OneOf(PAYMENT_TYPES)

export const Payment = resource('payment', {
  id: Id,
  type: PaymentType,
  amount: Money,
  tax: Money,
  balance: Money,
  claimed: Type.Boolean(),
  claimedAt: MaybeTimestamp,
  refunded: Type.Boolean(),
  refundedAt: MaybeTimestamp,
  chart: MaybeText,
  invoiceId: MaybeId,
  patientId: Id,
  branchId: Id,
  doctorId: MaybeId,
  appointmentId: MaybeId,
  insuranceCompanyId: MaybeId,
  createdAt: Timestamp,
  updatedAt: Timestamp,
})

const tag = 'Payments'

export const listPayments = listing({
  id: 'listPayments',
  route: 'GET /payments',
  summary: 'List payments',
  tag,
  access: scope('payments:read'),
  paging: 'Std',
  filters: { branchId: Optional(Id), patientId: Optional(Id) },
  windowDays: 366,
  returns: Payment,
})

export const recordPayment = operation({
  id: 'recordPayment',
  route: 'POST /payments',
  summary: 'Record a payment',
  description:
    'Takes money against an invoice as a receptionist does: the treasury is chosen and the totals of invoice and patient follow. The payment id comes from the Idempotency-Key, so that a late retry collides instead of charging twice.',
  tag,
  access: scope('payments:write'),
  input: {
    invoiceId: Id,
    amount: PositiveMoney,
    type: RecordablePaymentType,
    treasuryId: Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description: "Default: the invoice branch's default treasury for the type.",
      }),
    ),
    reference: Optional(
      Type.String({ minLength: 1, maxLength: 500, description: 'Transaction id of the terminal or gateway.' }),
    ),
  },
  returns: Payment,
  status: 201,
  emits: ['payment.created', 'invoice.paid'],
  refuses: ['amount_exceeds_pending'],
})

export const getPayment = operation({
  id: 'getPayment',
  route: 'GET /payments/:id',
  summary: 'Get a payment',
  tag,
  access: scope('payments:read'),
  input: { id: Id },
  returns: Payment,
})

const data = { branchId: Id, amount: Money, type: PaymentType, invoiceId: MaybeId, patientId: Id }
const example = {
  id: exampleIds.payment,
  branchId: exampleIds.branch,
  amount: 402.5,
  type: 'CARD',
  invoiceId: exampleIds.invoice,
  patientId: exampleIds.patient,
} as const

export const paymentCreated = event({
  type: 'payment.created',
  summary: 'A payment was taken.',
  object: 'payment',
  data,
  example,
})
export const paymentRefunded = event({
  type: 'payment.refunded',
  summary: 'A payment was given back.',
  object: 'payment',
  data,
  example,
})
