import { listExpenses, listIncomes, listTreasuries } from '@clinic/contract/bookkeeping.ts'
import type { ExpenseRow, IncomeRow } from '../domain/billing/books.ts'
import type { TreasuryRow } from '../domain/billing/treasury.ts'
import { implement } from '../kernel/implement.ts'
import { listSource } from '../kernel/list-source.ts'
import { page } from '../kernel/page.ts'
import { presentExpense } from '../present/expense.ts'
import { presentIncome } from '../present/income.ts'
import { presentTreasury } from '../present/treasury.ts'

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
  implement(listExpenses, (tx, query) => page(tx, expenses, query, presentExpense(tx.clinic))),
  implement(listIncomes, (tx, query) => page(tx, incomes, query, presentIncome(tx.clinic))),
  implement(listTreasuries, (tx, query) => page(tx, treasuries, query, presentTreasury(tx.clinic))),
]
