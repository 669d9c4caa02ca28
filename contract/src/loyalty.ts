import { scope } from './access.ts'
import { eventsAbout } from './event.ts'
import { Id, MaybeId, MaybeTimestamp, OneOf, Optional, record, UpTo } from './fields.ts'
import { family, Type } from './kernel.ts'
import { MaybeCode, MaybeNote } from './tiers.ts'

export const LOYALTY_TRANSACTION_TYPES = ['EARN', 'REDEEM', 'ADJUST', 'EXPIRE'] as const
export const LoyaltyTransactionType = OneOf(LOYALTY_TRANSACTION_TYPES)

export const LoyaltyAccount = record('loyalty_account', {
  patientId: Id,
  pointsBalance: Type.Integer(),
  lifetimeEarned: Type.Integer(),
  lifetimeRedeemed: Type.Integer(),
  tier: MaybeCode,
  expiringPoints: Type.Integer({ description: 'How many of them expire next, at expiringAt.' }),
  expiringAt: MaybeTimestamp,
})

export const LoyaltyTransaction = record('loyalty_transaction', {
  patientId: Id,
  branchId: MaybeId,
  type: LoyaltyTransactionType,
  points: Type.Integer({ description: 'Negative where points are taken away.' }),
  balanceAfter: Type.Integer(),
  reason: MaybeNote,
  invoiceId: MaybeId,
  paymentId: MaybeId,
  expiresAt: MaybeTimestamp,
})

const { listing, operation } = family('Loyalty', { read: scope('loyalty:read'), write: scope('loyalty:write') })

export const listLoyaltyAccounts = listing({
  id: 'listLoyaltyAccounts',
  route: 'GET /loyalty-accounts',
  summary: 'List loyalty accounts',
  description: 'The points that patients have, one account for each patient who collects.',
  paging: 'Plain',
  filters: { patientId: Id },
  returns: LoyaltyAccount,
})

export const listLoyaltyTransactions = listing({
  id: 'listLoyaltyTransactions',
  route: 'GET /loyalty-transactions',
  summary: 'List loyalty transactions',
  description: 'Every change of points: earned, redeemed, expired and adjusted ones.',
  paging: 'Std',
  filters: { patientId: Id, type: LoyaltyTransactionType },
  returns: LoyaltyTransaction,
})

export const recordLoyaltyTransaction = operation({
  id: 'recordLoyaltyTransaction',
  route: 'POST /loyalty-transactions',
  summary: 'Give or redeem points',
  description:
    'Points last for a year; what expires first is used first. invoiceId is one of the patient’s. The tier follows from all points ever earned: SILVER from 1000, GOLD from 5000, PLATINUM from 20000.',
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

const loyaltyTransactionEvent = eventsAbout('loyalty_transaction', {
  branchId: MaybeId,
  points: Type.Integer(),
  balanceAfter: Type.Integer(),
  patientId: Id,
})

export const pointsEarned = loyaltyTransactionEvent('points.earned', 'A patient earned points.', {
  example: { balanceAfter: 240 },
})
export const pointsRedeemed = loyaltyTransactionEvent(
  'points.redeemed',
  'A patient redeemed points; points is negative.',
  { example: { points: -100, balanceAfter: 140 } },
)
