import type { Static } from '@clinic/contract/kernel.ts'
import {
  LOYALTY_TRANSACTION_TYPES,
  type LoyaltyAccount,
  type LoyaltyTransaction,
  listLoyaltyAccounts,
  listLoyaltyTransactions,
  recordLoyaltyTransaction,
} from '@clinic/contract/loyalty.ts'
import type { LoyaltyAccountRow, LoyaltyTransactionRow } from '../domain/loyalty/loyalty-account.ts'
import { tierOf } from '../domain/loyalty/program.ts'
import { recordPoints } from '../domain/loyalty/record-points.ts'
import { implement } from '../kernel/implement.ts'
import { listSource } from '../kernel/list-source.ts'
import { page } from '../kernel/page.ts'
import { wordOf } from '../kernel/values/word-of.ts'

const transactionType = wordOf(LOYALTY_TRANSACTION_TYPES)

const presentAccount = (row: LoyaltyAccountRow): Static<typeof LoyaltyAccount> => ({
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

const presentTransaction = (row: LoyaltyTransactionRow): Static<typeof LoyaltyTransaction> => ({
  object: 'loyalty_transaction',
  id: row.id,
  patientId: row.patient_id,
  branchId: row.branch_id,
  type: transactionType(row.type),
  points: row.points,
  balanceAfter: row.balance_after,
  reason: row.reason,
  invoiceId: row.invoice_id,
  paymentId: row.payment_id,
  expiresAt: row.expires_at,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

const accountSource = listSource<LoyaltyAccountRow>({
  name: 'listLoyaltyAccounts',
  from: 'loyalty_account t',
  columns: 't.*',
  filters: { patientId: value => `t.patient_id = ${value}` },
  selectiveFilters: ['patientId'],
})

const transactionSource = listSource<LoyaltyTransactionRow>({
  name: 'listLoyaltyTransactions',
  from: 'loyalty_transaction t',
  columns: 't.*',
  filters: { patientId: value => `t.patient_id = ${value}`, type: value => `t.type = ${value}` },
  selectiveFilters: ['patientId'],
})

export const loyalty = [
  implement(listLoyaltyAccounts, (tx, query) => page(tx, accountSource, query, presentAccount)),
  implement(listLoyaltyTransactions, (tx, query) => page(tx, transactionSource, query, presentTransaction)),
  implement(recordLoyaltyTransaction, async (tx, input) => ({
    data: presentTransaction(await recordPoints(tx, input)),
  })),
]
