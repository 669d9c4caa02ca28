import { listExpenses, listIncomes, listTreasuries } from '@clinic/contract/bookkeeping.ts'
import { implement } from '../kernel/implement.ts'
import { type ListSource, page } from '../kernel/page.ts'
import { presentExpense } from '../present/expense.ts'
import { presentIncome } from '../present/income.ts'
import { presentTreasury } from '../present/treasury.ts'

const ofBranch = (name: string, table: string): ListSource => ({
  name,
  from: `${table} t`,
  columns: 't.*',
  filters: { branchId: value => `t.branch_id = ${value}` },
})
const expenses = ofBranch('listExpenses', 'expense')
const incomes = ofBranch('listIncomes', 'income')
const treasuries = ofBranch('listTreasuries', 'treasury')

export const bookkeeping = [
  implement(listExpenses, (tx, query) => page(tx, expenses, query, presentExpense(tx.clinic))),
  implement(listIncomes, (tx, query) => page(tx, incomes, query, presentIncome(tx.clinic))),
  implement(listTreasuries, (tx, query) => page(tx, treasuries, query, presentTreasury(tx.clinic))),
]
