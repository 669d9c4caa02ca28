import type { Static } from '@clinic/contract/kernel.ts'
import { LOYALTY_TRANSACTION_TYPES, type LoyaltyTransaction } from '@clinic/contract/loyalty.ts'
import type { LoyaltyTransactionRow } from '../domain/loyalty/loyalty-account.ts'
import { wordOf } from '../kernel/values/word-of.ts'

const transactionType = wordOf(LOYALTY_TRANSACTION_TYPES)

export const presentLoyaltyTransaction = (row: LoyaltyTransactionRow): Static<typeof LoyaltyTransaction> => ({
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
