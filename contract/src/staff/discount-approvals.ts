import { permission } from '../access.ts'
import { described, Id, MaybeInteger, MaybeText, MaybeTimestamp, OneOf, record, Text, Timestamp } from '../fields.ts'
import { family, Type } from '../kernel.ts'

const approve = permission('discounts:approve')
const { operation } = family('Checkout', {
  read: permission('checkout:use', 'quotations:write', 'discounts:approve'),
  write: permission('checkout:use', 'quotations:write'),
  sight: 'patient',
})

export const APPROVAL_STATES = ['ASKED', 'APPROVED', 'DECLINED', 'USED', 'EXPIRED'] as const
/** What may be done with a discount that was asked for. */
export const APPROVAL_DEEDS = ['APPROVE', 'DECLINE'] as const

const Percent = described(
  Type.Number({ exclusiveMinimum: 0, maximum: 100 }),
  'How much of the amount is to be taken off, in percent, lines and whole together.',
)
const reason = described(Text(1, 200), 'Why the patient is to get it.')

export const DiscountApproval = record('discount_approval', {
  patientId: Id,
  patientName: described(MaybeText, 'First and last name of the patient.'),
  fileNumber: described(MaybeInteger, 'Which the platform gave the file.'),
  percent: Percent,
  reason,
  state: described(
    OneOf(APPROVAL_STATES),
    'ASKED until it is decided; an APPROVED one is USED by the first checkout or quotation that needs it. What is neither decided nor used in time is EXPIRED.',
  ),
  askedBy: described(MaybeText, 'Name of the person who asked.'),
  decidedBy: described(MaybeText, 'Name of the person who decided; null before that.'),
  decidedAt: described(MaybeTimestamp, 'When it was decided; null before that.'),
  expiresAt: described(Timestamp, 'Until when it can be decided, and once it is approved, used.'),
  allowed: described(Type.Array(OneOf(APPROVAL_DEEDS)), 'What the member who asks may do with it as it is.'),
})

export const listDiscountApprovals = operation({
  id: 'listDiscountApprovals',
  route: 'GET /discount-approvals',
  summary: 'Discounts that wait to be approved, or to be used',
  description: 'Of the patients in sight, those that do not wait any longer left out, oldest first.',
  returns: DiscountApproval,
  answer: 'all',
})

export const getDiscountApproval = operation({
  id: 'getDiscountApproval',
  route: 'GET /discount-approvals/:id',
  summary: 'A discount that was asked for',
  description: 'With what became of it.',
  input: { id: Id },
  returns: DiscountApproval,
})

export const askForDiscount = operation({
  id: 'askForDiscount',
  route: 'POST /discount-approvals',
  summary: 'Asks for a discount above what the own role may give',
  description: 'For one patient. It can be decided within 15 minutes.',
  input: { patientId: Id, percent: Percent, reason },
  returns: DiscountApproval,
  status: 201,
})

export const approveDiscount = operation({
  id: 'approveDiscount',
  route: 'POST /discount-approvals/:id/approve',
  access: approve,
  stepUp: true,
  summary: 'Approves a discount',
  description:
    'It can be given once, to that patient, within 15 minutes from then on. Only what the own role may give is approved.',
  input: { id: Id },
  changes: ['state'],
  returns: DiscountApproval,
  status: 201,
  refuses: ['discount_above_limit', 'invalid_state_transition'],
})

export const declineDiscount = operation({
  id: 'declineDiscount',
  route: 'POST /discount-approvals/:id/decline',
  access: approve,
  stepUp: true,
  summary: 'Declines a discount',
  description: 'Also one that was approved and is not used yet.',
  input: { id: Id },
  changes: ['state'],
  returns: DiscountApproval,
  status: 201,
  refuses: ['invalid_state_transition'],
})
