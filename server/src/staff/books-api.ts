import {
  addExpense,
  addIncome,
  listBookedExpenses,
  listBookedIncomes,
  payBookedExpense,
  reverseBookedExpense,
  reverseBookedIncome,
} from '@clinic/contract/staff/book-entries.ts'
import { getBookReport } from '@clinic/contract/staff/book-reports.ts'
import { bookedExpenses, bookedIncomes, readExpense, readIncome } from '../domain/books/book-lists.ts'
import { enterExpense } from '../domain/books/expense.ts'
import { payExpense } from '../domain/books/expense-payment.ts'
import { enterIncome, reverseIncome } from '../domain/books/income.ts'
import { requireTreasury } from '../domain/books/kept-treasuries.ts'
import { reverseExpense } from '../domain/books/reverse-expense.ts'
import { bookReport } from '../domain/reports/book-report.ts'
import { branchesOf } from '../kernel/branch-sight.ts'
import { implement } from '../kernel/implement.ts'
import { page } from '../kernel/page.ts'
import type { Tx } from '../kernel/tx.ts'
import { minorOf } from '../kernel/values/minor-of.ts'
import { presentBookReport } from '../present/book-reports.ts'
import { presentBookedExpense, presentBookedIncome } from '../present/books.ts'

const seen = <Query extends object>(tx: Tx, query: Query) => {
  const branches = branchesOf(tx)
  return { ...query, ...(branches && { branches }) }
}

/** Refuses what the member who asks does not see: a branch of another clinic, a treasury out of sight. */
async function requireSeen(tx: Tx, { branchId, treasuryId }: { branchId?: string; treasuryId?: string }) {
  if (branchId !== undefined) await tx.get('branch', branchId)
  if (treasuryId !== undefined) await requireTreasury(tx, treasuryId)
}

const expense = async (tx: Tx, row: { id: string }) => ({
  data: presentBookedExpense(await readExpense(tx, row), tx.clinic),
})
const income = async (tx: Tx, row: { id: string }) => ({
  data: presentBookedIncome(await readIncome(tx, row), tx.clinic),
})

/** What the clinic spends, and what it takes in otherwise than by payments. */
export const booksApi = [
  implement(listBookedExpenses, async (tx, query) => {
    await requireSeen(tx, query)
    return page(tx, bookedExpenses, seen(tx, query), presentBookedExpense)
  }),
  implement(listBookedIncomes, async (tx, query) => {
    await requireSeen(tx, query)
    return page(tx, bookedIncomes, seen(tx, query), presentBookedIncome)
  }),
  implement(addExpense, async (tx, { total, paid, ...said }) => {
    await requireSeen(tx, said)
    const paidMinor = paid === undefined ? {} : { paidMinor: minorOf(tx.clinic, paid, '/paid') }
    return expense(
      tx,
      await enterExpense(tx, { ...said, ...paidMinor, totalMinor: minorOf(tx.clinic, total, '/total') }),
    )
  }),
  implement(payBookedExpense, async (tx, { amount, ...said }) => {
    await requireSeen(tx, said)
    return expense(tx, await payExpense(tx, { ...said, amountMinor: minorOf(tx.clinic, amount, '/amount') }))
  }),
  implement(addIncome, async (tx, { amount, ...said }) => {
    await requireSeen(tx, said)
    return income(tx, await enterIncome(tx, { ...said, amountMinor: minorOf(tx.clinic, amount, '/amount') }))
  }),
  implement(getBookReport, async (tx, asked) => ({ data: presentBookReport(await bookReport(tx, asked), tx.clinic) })),
  implement(reverseBookedExpense, async (tx, input) => expense(tx, await reverseExpense(tx, input))),
  implement(reverseBookedIncome, async (tx, input) => income(tx, await reverseIncome(tx, input))),
]
