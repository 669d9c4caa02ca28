import { scope } from './access.ts'
import { eventsAbout } from './event.ts'
import { DateOnly, Id, MaybeTimestamp, Money, OneOf, resource, Timestamp } from './fields.ts'
import { family, Type } from './kernel.ts'
import { MaybeClinicText } from './tiers.ts'

/** Only forward; IN_REVIEW may go straight to FULLY_CLAIMED. */
export const ClaimStatus = OneOf(['PLANNING', 'IN_REVIEW', 'PARTIALLY_CLAIMED', 'FULLY_CLAIMED'])

export const Claim = resource('claim', {
  id: Id,
  referenceId: Type.Integer(),
  name: MaybeClinicText,
  status: ClaimStatus,
  startDate: DateOnly,
  endDate: DateOnly,
  totalInsuranceAmount: Money,
  invoiceCount: Type.Integer(),
  partialPaymentPercent: Type.Number(),
  promptPaymentPercent: Type.Number(),
  partialPaymentAmount: Money,
  promptPaymentDeduction: Money,
  netPartialPayment: Money,
  rejectedAmount: Money,
  remainingAmount: Money,
  totalReceivedAmount: Money,
  branchId: Id,
  insuranceCompanyId: Id,
  reviewedAt: MaybeTimestamp,
  partiallyClaimedAt: MaybeTimestamp,
  fullyClaimedAt: MaybeTimestamp,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  invoiceIds: Type.Array(Id),
})

const { listing, operation } = family('Claims', { read: scope('claims:read') })

export const listClaims = listing({
  id: 'listClaims',
  route: 'GET /claims',
  summary: 'List insurance claims',
  paging: 'Std',
  filters: { status: ClaimStatus, insuranceCompanyId: Id, branchId: Id },
  windowDays: 366,
  returns: Claim,
})

export const getClaim = operation({
  id: 'getClaim',
  route: 'GET /claims/:id',
  summary: 'Get an insurance claim',
  description: 'The claim with its amounts and its invoices as they are now. Read it after a claim event.',
  input: { id: Id },
  returns: Claim,
})

const claimEvent = eventsAbout('claim', {
  branchId: Id,
  status: ClaimStatus,
  rejectedAmount: Money,
  insuranceCompanyId: Id,
})

export const claimCreated = claimEvent('claim.created', 'A claim was opened for an insurer.', {
  example: { status: 'PLANNING' },
})
export const claimStatusChanged = claimEvent('claim.status_changed', 'A claim moved to another status.', {
  previousAttributes: { status: 'PLANNING' },
})
export const claimRejectedAmountUpdated = claimEvent(
  'claim.rejected_amount_updated',
  'The amount that the insurer rejects changed.',
  { example: { rejectedAmount: 1240 }, previousAttributes: { rejectedAmount: 0 } },
)
