import { scope } from './access.ts'
import { exampleIds } from './example-ids.ts'
import { Id, MaybeId, MaybeText, MaybeTimestamp, OneOf, Optional, resource, Timestamp, UpTo } from './fields.ts'
import { event, listing, operation, Type } from './kernel.ts'

export const LOYALTY_TRANSACTION_TYPES = ['EARN', 'REDEEM', 'ADJUST', 'EXPIRE'] as const
export const LoyaltyTransactionType = OneOf(LOYALTY_TRANSACTION_TYPES)

export const LoyaltyAccount = resource('loyalty_account', {
  id: Id,
  patientId: Id,
  pointsBalance: Type.Integer(),
  lifetimeEarned: Type.Integer(),
  lifetimeRedeemed: Type.Integer(),
  tier: MaybeText,
  expiringPoints: Type.Integer({ description: 'How many of them expire next, at expiringAt.' }),
  expiringAt: MaybeTimestamp,
  createdAt: Timestamp,
  updatedAt: Timestamp,
})

export const LoyaltyTransaction = resource('loyalty_transaction', {
  id: Id,
  patientId: Id,
  branchId: MaybeId,
  type: LoyaltyTransactionType,
  points: Type.Integer({ description: 'Negative where points are taken away.' }),
  balanceAfter: Type.Integer(),
  reason: MaybeText,
  invoiceId: MaybeId,
  paymentId: MaybeId,
  expiresAt: MaybeTimestamp,
  createdAt: Timestamp,
  updatedAt: Timestamp,
})

const reading = { tag: 'Loyalty', access: scope('loyalty:read') } as const

export const listLoyaltyAccounts = listing({
  ...reading,
  id: 'listLoyaltyAccounts',
  route: 'GET /loyalty-accounts',
  summary: 'List loyalty accounts',
  paging: 'Plain',
  filters: { patientId: Optional(Id) },
  returns: LoyaltyAccount,
})

export const listLoyaltyTransactions = listing({
  ...reading,
  id: 'listLoyaltyTransactions',
  route: 'GET /loyalty-transactions',
  summary: 'List loyalty transactions',
  paging: 'Std',
  filters: { patientId: Optional(Id), type: Optional(LoyaltyTransactionType) },
  returns: LoyaltyTransaction,
})

export const recordLoyaltyTransaction = operation({
  id: 'recordLoyaltyTransaction',
  route: 'POST /loyalty-transactions',
  summary: 'Give or redeem points',
  description:
    'Points last for a year; what expires first is used first. invoiceId is one of the patient’s. The tier follows from all points ever earned: SILVER from 1000, GOLD from 5000, PLATINUM from 20000.',
  tag: 'Loyalty',
  access: scope('loyalty:write'),
  input: {
    patientId: Id,
    type: OneOf(['EARN', 'REDEEM']),
    points: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
    reason: Optional(UpTo(200)),
    invoiceId: Optional(Id),
  },
  returns: LoyaltyTransaction,
  status: 201,
  emits: ['points.earned', 'points.redeemed'],
  refuses: ['insufficient_points'],
})

const data = { branchId: MaybeId, points: Type.Integer(), balanceAfter: Type.Integer(), patientId: Id }
const example = {
  id: exampleIds.loyaltyTransaction,
  branchId: exampleIds.branch,
  points: 40,
  balanceAfter: 240,
  patientId: exampleIds.patient,
}

export const pointsEarned = event({
  type: 'points.earned',
  summary: 'A patient earned points.',
  object: 'loyalty_transaction',
  data,
  example,
})
export const pointsRedeemed = event({
  type: 'points.redeemed',
  summary: 'A patient redeemed points; points is negative.',
  object: 'loyalty_transaction',
  data,
  example: { ...example, points: -100, balanceAfter: 140 },
})
