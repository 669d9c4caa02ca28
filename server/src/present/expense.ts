import type { Expense } from '@clinic/contract/bookkeeping.ts'
import type { Static } from '@clinic/contract/kernel.ts'
import type { ExpenseRow } from '../domain/billing/books.ts'
import type { ClinicFacts } from '../kernel/tx.ts'
import { toMajor } from '../kernel/values/money.ts'

export const presentExpense =
  ({ currency }: ClinicFacts) =>
  (row: ExpenseRow): Static<typeof Expense> => ({
    object: 'expense',
    id: row.id,
    referenceId: row.reference_id,
    name: row.name,
    category: row.category,
    supplier: row.supplier,
    total: toMajor(row.total_minor, currency),
    tax: toMajor(row.tax_minor, currency),
    taxPercent: row.tax_percent,
    paid: toMajor(row.paid_minor, currency),
    paidInFull: row.paid_minor === row.total_minor,
    treasuryId: row.treasury_id,
    branchId: row.branch_id,
    date: row.date,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  })
