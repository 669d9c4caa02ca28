import {
  type Expense,
  type Income,
  listExpenses,
  listIncomes,
  listTreasuries,
  type Treasury,
} from '@clinic/contract/bookkeeping.ts'
import type { Static } from '@clinic/contract/kernel.ts'
import type { ExpenseRow } from '../domain/billing/enter-expense.ts'
import type { IncomeRow } from '../domain/billing/enter-income.ts'
import { type TreasuryRow, treasuryType } from '../domain/billing/treasury.ts'
import { implement } from '../kernel/implement.ts'
import { listSource } from '../kernel/list-source.ts'
import { page } from '../kernel/page.ts'
import type { Tx } from '../kernel/tx.ts'
import { toMajor } from '../kernel/values/money.ts'

const presentExpense =
  ({ clinic: { currency } }: Tx) =>
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

const presentIncome =
  ({ clinic: { currency } }: Tx) =>
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

const presentTreasury =
  ({ clinic: { currency } }: Tx) =>
  (row: TreasuryRow): Static<typeof Treasury> => ({
    object: 'treasury',
    id: row.id,
    name: row.name,
    type: treasuryType(row.type),
    currency,
    branchId: row.branch_id,
    isDefault: row.is_default,
    active: row.active,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  })

const ofBranch = <Claimed>(name: string, table: string) =>
  listSource<Claimed>({
    name,
    from: `${table} t`,
    columns: 't.*',
    filters: { branchId: value => `t.branch_id = ${value}` },
  })
const expenses = ofBranch<ExpenseRow>('listExpenses', 'expense')
const incomes = ofBranch<IncomeRow>('listIncomes', 'income')
const treasuries = ofBranch<TreasuryRow>('listTreasuries', 'treasury')

export const bookkeeping = [
  implement(listExpenses, (tx, query) => page(tx, expenses, query, presentExpense(tx))),
  implement(listIncomes, (tx, query) => page(tx, incomes, query, presentIncome(tx))),
  implement(listTreasuries, (tx, query) => page(tx, treasuries, query, presentTreasury(tx))),
]
