import type { Static } from '@clinic/contract/kernel.ts'
import type { LoyaltyAccount } from '@clinic/contract/loyalty.ts'
import type { LoyaltyAccountRow } from '../domain/loyalty/loyalty-account.ts'
import { tierOf } from '../domain/loyalty/program.ts'

export const presentLoyaltyAccount = (row: LoyaltyAccountRow): Static<typeof LoyaltyAccount> => ({
  object: 'loyalty_account',
  id: row.id,
  patientId: row.patient_id,
  pointsBalance: row.points_balance,
  lifetimeEarned: row.lifetime_earned,
  lifetimeRedeemed: row.lifetime_redeemed,
  tier: tierOf(row.lifetime_earned),
  expiringPoints: row.expiring_points,
  expiringAt: row.expiring_at,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})
