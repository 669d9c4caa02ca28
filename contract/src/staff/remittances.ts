import { permission } from '../access.ts'
import {
  amountOf,
  DateOnly,
  described,
  Id,
  MaybeId,
  MaybeText,
  Money,
  Nullable,
  Optional,
  resource,
  shape,
  Text,
  Timestamp,
  UpTo,
} from '../fields.ts'
import { family, Type } from '../kernel.ts'
import { Disposition, MOST_INVOICES } from './claim-parts.ts'

const { operation } = family('Claims', { write: permission('remittances:post'), sight: 'branch' })

const Amount = Type.Number({ minimum: 0 })

const Line = shape('remittanceWish', {
  invoiceId: Id,
  received: amountOf(Amount, 'What the insurer pays of it'),
  rejected: amountOf(Amount, 'What it will not pay'),
  code: Optional(described(UpTo(20), 'Why it will not, by its own code.')),
  disposition: Optional(Disposition),
})

const total = amountOf(Amount, 'What the insurer paid in all')
const lines = described(
  Type.Array(Line, { minItems: 1, maxItems: MOST_INVOICES }),
  'What it says of each invoice, each of them once.',
)

export const RemittancePreview = resource('remittance_preview', {
  received: amountOf(Money, 'What the lines come to'),
  difference: amountOf(Money, 'What was paid in all less what the lines come to: 0 before it can be entered'),
  over: described(
    Type.Array(
      shape('overdrawnItem', {
        invoiceId: Id,
        remaining: amountOf(Money, 'What the insurer has said nothing of yet'),
      }),
    ),
    'Lines that say more than what is left of their invoice.',
  ),
})

export const previewRemittance = operation({
  id: 'previewRemittance',
  route: 'POST /remittances/preview',
  summary: 'What the lines of a remittance come to',
  description: 'As far as they are entered. Nothing is kept.',
  reads: true,
  input: { insuranceCompanyId: Id, total, lines },
  returns: RemittancePreview,
})

const RemittanceLine = shape('remittanceLine', {
  invoiceId: Id,
  claimId: Id,
  received: amountOf(Money, 'What the insurer paid of it'),
  rejected: amountOf(Money, 'What it would not pay'),
  code: described(MaybeText, 'Why not, by its own code; null where none was given.'),
  disposition: Nullable(Disposition),
  paymentId: described(MaybeId, 'The payment that it made; null where nothing was paid.'),
})

export const Remittance = resource('remittance', {
  id: Id,
  insuranceCompanyId: Id,
  treasuryId: Id,
  reference: described(Type.String(), 'Under which the insurer paid.'),
  date: described(DateOnly, 'The day to which the money counts.'),
  total: amountOf(Money, 'What the insurer paid'),
  lines: described(Type.Array(RemittanceLine), 'What it said of each invoice.'),
  madeByName: described(Type.String(), 'Who entered it.'),
  createdAt: Timestamp,
})

export const postRemittance = operation({
  id: 'postRemittance',
  route: 'POST /remittances',
  summary: 'Enters what an insurer paid, and what it will not pay, of invoices on its claims',
  description:
    'All of it or nothing. What is received of an invoice is one payment of type INSURANCE. Of what is rejected the clinic bears a WRITE_OFF, a PATIENT has it to pay, and a DISPUTE is not rejected yet: it asks for the day on which it is followed up. A claim of which nothing remains is FULLY_CLAIMED; before that, the first money makes it PARTIALLY_CLAIMED. An insurer that pays more than was left after the deduction for paying promptly kept less of it. The same reference of an insurer is entered once.',
  input: {
    insuranceCompanyId: Id,
    total,
    treasuryId: described(Id, 'Into which treasury the money came.'),
    reference: described(Text(1, 100), 'Under which the insurer paid.'),
    date: described(DateOnly, 'The day to which the money counts: today or before, on the calendar of the clinic.'),
    followUpOn: Optional(
      described(DateOnly, 'When what is disputed is followed up: today or later. Needed where something is.'),
    ),
    lines,
  },
  returns: Remittance,
  status: 201,
  emits: ['payment.created', 'claim.status_changed', 'claim.rejected_amount_updated', 'invoice.updated'],
  refuses: ['remittance_unbalanced', 'already_exists', 'day_closed', 'invalid_state_transition'],
})
