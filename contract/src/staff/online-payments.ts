import { permission } from '../access.ts'
import {
  amountOf,
  described,
  Id,
  MaybeId,
  MaybeInteger,
  MaybeText,
  MaybeTimestamp,
  Nullable,
  OneOf,
  Optional,
  PositiveMoney,
  resource,
  Text,
} from '../fields.ts'
import { family, Type } from '../kernel.ts'
import { OnlinePayment } from '../online-payments.ts'
import { LINK_CHANNELS } from './patient-links.ts'

const { operation, listing } = family('Payments', {
  read: permission('invoices:read'),
  write: permission('payments:take'),
  sight: 'patient',
})

/** How far a payment by a link has come: it waits, it is to be seen to, it is settled, or its link has ended. */
export const ONLINE_STATES = ['OPEN', 'FAILED', 'PAID', 'REFUNDED', 'CLOSED'] as const
/** Why a link ended. */
export const LINK_ENDS = ['PAID_ELSEWHERE', 'AMOUNT_CHANGED', 'CANCELED', 'EXPIRED'] as const
export const ONLINE_DEEDS = ['SEND', 'CANCEL', 'REFUND'] as const

const State = described(
  OneOf(ONLINE_STATES),
  'OPEN while the patient can pay; FAILED where the last attempt did not go through, or the gateway did not give the money back; PAID, REFUNDED; CLOSED where nothing can be paid by it any more.',
)

const { object: _object, ...asToldToPlugins } = OnlinePayment.properties

export const OnlinePaymentEntry = resource(
  'online_payment',
  {
    ...asToldToPlugins,
    state: State,
    invoiceNumber: described(MaybeInteger, 'The number of the invoice that is paid.'),
    patientId: MaybeId,
    patientName: described(MaybeText, 'First and last name of the patient; null of one who is not shown.'),
    fileNumber: described(MaybeInteger, 'Which the platform gave the file; null of one who is not shown.'),
    sentAt: described(MaybeTimestamp, 'When the link was last sent to the patient; null where it was not.'),
    expiresAt: described(MaybeTimestamp, 'When the link ends by itself; null of one that does not.'),
    closedAt: described(MaybeTimestamp, 'When the link ended; null while it has not.'),
    closedReason: described(
      Nullable(OneOf(LINK_ENDS)),
      'Why it ended: the invoice was paid otherwise, less is to be paid, the clinic closed it, or its time was over. It stays where money came in all the same.',
    ),
    refundAskedAt: described(
      MaybeTimestamp,
      'When the money was to go back; null where it was not. The gateway is asked in the background.',
    ),
    refundFailedAt: described(
      MaybeTimestamp,
      'When the gateway had refused that so often that it is not asked any more; null where it had not.',
    ),
    allowed: described(Type.Array(OneOf(ONLINE_DEEDS)), 'What the member who asks may do with it as it is.'),
  },
  'onlinePaymentEntry',
)

export const listClinicOnlinePayments = listing({
  id: 'listClinicOnlinePayments',
  route: 'GET /online-payments',
  summary: 'Links by which patients pay, and what came of them',
  description: 'Of the patients in sight, newest first.',
  paging: 'Dated',
  filters: { state: State, branchId: Id, invoiceId: Id },
  returns: OnlinePaymentEntry,
})

const send = {
  channel: described(OneOf(LINK_CHANNELS), 'How it is sent to the patient; none where it is not.'),
  templateId: Optional(
    described(Id, 'Of whatsapp: an approved template whose last value is the link, before it clinic and patient.'),
  ),
}

export const createClinicOnlinePayment = operation({
  id: 'createClinicOnlinePayment',
  route: 'POST /online-payments',
  summary: 'Makes a link to pay an invoice by, and sends it',
  description:
    'It can be paid until its time is over, as the clinic says, or until less is to be paid than it asks for. message.sent or message.failed tells plugins what came of a message.',
  input: {
    invoiceId: Id,
    amount: Optional(amountOf(PositiveMoney, 'What is to be paid by it; all that is left unless told')),
    ...send,
  },
  returns: OnlinePaymentEntry,
  status: 201,
  refuses: [
    ...(['payment_provider_not_configured', 'amount_exceeds_pending', 'invoice_already_paid'] as const),
    ...(['patient_has_no_phone', 'template_not_approved', 'invalid_state_transition'] as const),
  ],
})

export const sendOnlinePayment = operation({
  id: 'sendOnlinePayment',
  route: 'POST /online-payments/:id/send',
  summary: 'Sends a link to pay by, also once more',
  description: 'The address stays the same, and so does the time at which it ends.',
  input: { id: Id, ...send, channel: described(OneOf(['whatsapp', 'sms', 'email']), 'How it is sent to the patient.') },
  changes: ['sentAt'],
  returns: OnlinePaymentEntry,
  status: 201,
  refuses: ['patient_has_no_phone', 'template_not_approved', 'invalid_state_transition'],
})

const reason = (why: string) => described(Text(1, 200), why)

export const cancelOnlinePayment = operation({
  id: 'cancelOnlinePayment',
  route: 'POST /online-payments/:id/cancel',
  summary: 'Closes a link to pay by',
  description: 'For good. Its page says so, and what a patient may have paid at the gateway before that still counts.',
  input: { id: Id, reason: reason('Why it is closed.') },
  changes: ['status', 'closedAt', 'closedReason'],
  returns: OnlinePaymentEntry,
  status: 201,
  emits: ['onlinepayment.failed'],
  refuses: ['invalid_state_transition'],
})

export const refundOnlinePayment = operation({
  id: 'refundOnlinePayment',
  route: 'POST /online-payments/:id/refund',
  access: permission('payments:refund'),
  stepUp: true,
  summary: 'Gives back what was paid by a link',
  description:
    'All of it, through the gateway, which is asked in the background, again where it cannot be reached. Once it has gone back the invoice is open again: onlinepayment.refunded, payment.refunded and invoice.updated tell of it then. Where the gateway refuses it the payment stays, and is FAILED.',
  input: { id: Id, reason: reason('Why it is given back.') },
  changes: ['refundAskedAt'],
  returns: OnlinePaymentEntry,
  status: 201,
  refuses: ['payment_provider_not_configured', 'invalid_state_transition'],
})
