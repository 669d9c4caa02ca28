import { permission } from '../access.ts'
import { amountOf, described, Id, Nested, OneOf, Optional, PositiveMoney, Text } from '../fields.ts'
import { family, Type } from '../kernel.ts'
import { RECORDABLE } from '../payments.ts'
import { InvoiceSheet } from './invoices.ts'
import { PaymentEntry } from './payments.ts'

const { operation } = family('Payments', { write: permission('payments:take'), sight: 'patient' })

export const treasuryId = Optional(
  described(Id, 'Where the money goes; the default one of the branch for its type unless told.'),
)
export const reference = Optional(described(Text(1, 500), 'Of the terminal or the transfer.'))

/** What an invoice is paid with: money, or the credit of the patient. */
export const TENDER_TYPES = [...RECORDABLE, 'CREDIT'] as const

const Tender = Nested({
  type: described(OneOf(TENDER_TYPES), 'How it is paid; CREDIT takes of what the patient paid in advance.'),
  amount: amountOf(PositiveMoney, 'What is paid so'),
  treasuryId,
  reference,
})

export const payInvoice = operation({
  id: 'payInvoice',
  route: 'POST /invoices/:id/payments',
  summary: 'Takes money for an invoice',
  description:
    'In one or several ways, in their order, all of them or none. Together they are at most what is left to pay, unless what is more is to become the credit of the patient.',
  input: {
    id: Id,
    tenders: described(Type.Array(Tender, { minItems: 1, maxItems: 6 }), 'Each way in which it is paid.'),
    excess: Optional(
      described(OneOf(['REFUSE', 'CREDIT']), 'Whether what is more is refused, as without it, or becomes credit.'),
    ),
  },
  changes: ['paid'],
  returns: InvoiceSheet,
  status: 201,
  emits: ['payment.created', 'invoice.paid', 'onlinepayment.failed', 'points.earned'],
  refuses: ['amount_exceeds_pending', 'invoice_already_paid', 'insufficient_credit', 'invalid_state_transition'],
})

export const takeClinicDeposit = operation({
  id: 'takeClinicDeposit',
  route: 'POST /deposits',
  summary: 'Takes money of a patient in advance',
  description: 'It is the credit of the patient, and pays for later invoices.',
  input: {
    patientId: Id,
    branchId: Id,
    type: described(OneOf(RECORDABLE), 'How it is paid.'),
    amount: amountOf(PositiveMoney, 'What is paid'),
    treasuryId,
    reference,
  },
  returns: PaymentEntry,
  status: 201,
  emits: ['payment.created'],
})
