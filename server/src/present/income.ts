import type { Income } from '@clinic/contract/bookkeeping.ts'
import type { Static } from '@clinic/contract/kernel.ts'
import type { IncomeRow } from '../domain/billing/books.ts'
import type { ClinicFacts } from '../kernel/tx.ts'
import { toMajor } from '../kernel/values/money.ts'

export const presentIncome =
  ({ currency }: ClinicFacts) =>
  (row: IncomeRow): Static<typeof Income> => ({
    object: 'income',
    id: row.id,
    referenceId: row.reference_id,
    name: row.name,
    category: row.category,
    amount: toMajor(row.amount_minor, currency),
    paymentId: row.payment_id,
    treasuryId: row.treasury_id,
    branchId: row.branch_id,
    date: row.date,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  })
