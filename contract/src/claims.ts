import { scope } from './access.ts'
import { exampleIds } from './example-ids.ts'
import { DateOnly, Id, MaybeText, MaybeTimestamp, Money, OneOf, Optional, resource, Timestamp } from './fields.ts'
import { event, listing, operation, Type } from './kernel.ts'

/** Only forward; IN_REVIEW may go straight to FULLY_CLAIMED. */
export const ClaimStatus = OneOf(['PLANNING', 'IN_REVIEW', 'PARTIALLY_CLAIMED', 'FULLY_CLAIMED'])

export const Claim = resource('claim', {
  id: Id,
  referenceId: Type.Integer(),
  name: MaybeText,
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

const shared = { tag: 'Claims', access: scope('claims:read') } as const

export const listClaims = listing({
  ...shared,
  id: 'listClaims',
  route: 'GET /claims',
  summary: 'List insurance claims',
  paging: 'Std',
  filters: { status: Optional(ClaimStatus), insuranceCompanyId: Optional(Id), branchId: Optional(Id) },
  windowDays: 366,
  returns: Claim,
})

export const getClaim = operation({
  ...shared,
  id: 'getClaim',
  route: 'GET /claims/:id',
  summary: 'Get an insurance claim',
  input: { id: Id },
  returns: Claim,
})

const data = { branchId: Id, status: ClaimStatus, rejectedAmount: Money, insuranceCompanyId: Id }
const example = {
  id: exampleIds.claim,
  branchId: exampleIds.branch,
  status: 'PLANNING',
  rejectedAmount: 0,
  insuranceCompanyId: exampleIds.insuranceCompany,
} as const

export const claimCreated = event({
  type: 'claim.created',
  summary: 'A claim was opened for an insurer.',
  object: 'claim',
  data,
  example,
})
export const claimStatusChanged = event({
  type: 'claim.status_changed',
  summary: 'A claim moved to another status.',
  object: 'claim',
  data,
  example: { ...example, status: 'IN_REVIEW' },
  previousAttributes: { status: 'PLANNING' },
})
export const claimRejectedAmountUpdated = event({
  type: 'claim.rejected_amount_updated',
  summary: 'The amount that the insurer rejects changed.',
  object: 'claim',
  data,
  example: { ...example, status: 'IN_REVIEW', rejectedAmount: 1240 },
  previousAttributes: { rejectedAmount: 0 },
})
