import { permission } from '../access.ts'
import { described, Id, MaybeId, MaybeInteger, MaybeText, OnlyTrue, resource } from '../fields.ts'
import { family } from '../kernel.ts'
import { Payment, PaymentType } from '../payments.ts'

const { operation, listing } = family('Payments', { read: permission('invoices:read'), sight: 'patient' })

const { object: _object, ...asToldToPlugins } = Payment.properties

export const PaymentEntry = resource(
  'payment',
  {
    ...asToldToPlugins,
    invoiceNumber: described(MaybeInteger, 'The number of the invoice; null where it was paid in advance.'),
    treasuryId: described(MaybeId, 'Where the money went; null where none moved, as when credit is used.'),
    reference: described(MaybeText, 'Of the terminal, the transfer or the gateway; null where none was noted.'),
    patientName: described(MaybeText, 'First and last name of the patient; null of one who is not shown.'),
    fileNumber: described(MaybeInteger, 'Which the platform gave the file; null of one who is not shown.'),
  },
  'paymentEntry',
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
  returns: PaymentEntry,
})
