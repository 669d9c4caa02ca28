import {
  amountOf,
  DateOnly,
  described,
  Id,
  MaybeText,
  Money,
  Nullable,
  OneOf,
  resource,
  shape,
  Timestamp,
} from '../fields.ts'
import { Type } from '../kernel.ts'

/** As many invoices as one claim is opened or changed with. */
export const MOST_INVOICES = 500

/** What becomes of that which an insurer will not pay. */
export const DISPOSITIONS = ['WRITE_OFF', 'PATIENT', 'DISPUTE'] as const

export const Disposition = described(
  OneOf(DISPOSITIONS),
  'What becomes of that which the insurer will not pay: the clinic bears it, the patient does, or the clinic disputes it, which is not rejected yet.',
)

/**
 * What can be done with a claim: one that is planned is changed and submitted, one that the insurer has is followed up, and what
 * it pays is entered.
 */
export const CLAIM_DEEDS = ['CHANGE', 'SUBMIT', 'FOLLOW_UP', 'REMIT'] as const

export const ClaimItem = shape('claimItem', {
  invoiceId: Id,
  number: described(Type.Integer(), 'The number of the invoice.'),
  patientName: described(MaybeText, 'First and last name of the patient; null of one who is not shown.'),
  createdAt: described(Timestamp, 'When the invoice was made.'),
  claimed: amountOf(Money, 'What is claimed of it'),
  received: amountOf(Money, 'What the insurer paid'),
  rejected: amountOf(Money, 'What it will not pay'),
  remaining: amountOf(Money, 'What it has said nothing of'),
  code: described(MaybeText, 'Why it will not pay, by its own code; null where none was given.'),
  disposition: Nullable(Disposition),
})

export const ClaimNote = shape('claimNote', {
  id: Id,
  note: described(Type.String(), 'What came of asking.'),
  followUpOn: described(DateOnly, 'When it is asked again.'),
  madeByName: described(Type.String(), 'Who asked.'),
  createdAt: described(Timestamp, 'When it was written.'),
})

/** Why an invoice cannot be claimed. */
export const BLOCKED_BY = [
  'NOT_ISSUED',
  'NO_SHARE',
  'APPROVAL_MISSING',
  'COVERAGE_INCOMPLETE',
  'COVERAGE_ENDED',
  'EINVOICE_REJECTED',
  'VOIDED',
  'ON_CLAIM',
] as const

const billable = {
  invoiceId: Id,
  number: described(Type.Integer(), 'The number of the invoice.'),
  patientId: Id,
  patientName: described(MaybeText, 'First and last name of the patient; null of one who is not shown.'),
  createdAt: described(Timestamp, 'When it was made.'),
  total: amountOf(Money, 'The invoice with its tax'),
  share: amountOf(Money, 'What the insurer bears of it'),
}

export const Billable = resource('billable', {
  claimable: described(Type.Array(shape('claimableInvoice', billable)), 'What can be claimed, the oldest first.'),
  claimableTotal: amountOf(Money, 'What can be claimed in all'),
  blocked: described(
    Type.Array(
      shape('blockedInvoice', {
        ...billable,
        reasons: described(Type.Array(OneOf(BLOCKED_BY)), 'Everything that stands against it.'),
      }),
    ),
    'What cannot, the oldest first, and why not.',
  ),
  more: described(Type.Boolean(), 'Whether there are more of the span than these: claim these first.'),
})

export const OpenItems = resource('open_claim_items', {
  items: described(
    Type.Array(
      shape('openClaimItem', {
        ...ClaimItem.properties,
        claimNumber: described(Type.Integer(), 'The number of the claim.'),
      }),
    ),
    'The oldest first, at most 500.',
  ),
})

export const ClaimTable = resource('claim_table', {
  claimId: Id,
  name: described(Type.String(), 'What a file of it is called.'),
  csv: described(Type.String(), 'The text of the table, RFC 4180: a line for each invoice.'),
  invoiceIds: described(Type.Array(Id), 'The invoices that are on it.'),
})
