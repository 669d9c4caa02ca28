import { sql } from '../../db/statement.ts'
import { refuse } from '../../kernel/errors.ts'
import { listSource } from '../../kernel/list-source.ts'
import type { Tx } from '../../kernel/tx.ts'
import type { DayCloseRow } from './day-close.ts'
import type { ExpenseRow, IncomeRow } from './entry.ts'
import type { MovementRow } from './move-money.ts'

/** An entry with the one that took it back. */
type Booked<Row> = Row & { reversed_by_id: string | null }
export type BookedExpenseRow = Booked<ExpenseRow>
export type BookedIncomeRow = Booked<IncomeRow>

const columnsOf = (table: string) =>
  `t.*, (select back.id from ${table} as back where back.company_id = t.company_id and back.reverses_id = t.id) as reversed_by_id`

/** What is left to pay of an expense: nothing of one that takes another back, or was taken back. */
export const leftToPay = ({ total_minor, paid_minor, reverses_id, reversed_by_id }: BookedExpenseRow): number =>
  reverses_id === null && reversed_by_id === null ? total_minor - paid_minor : 0

const filters = {
  branchId: (value: string) => `t.branch_id = ${value}`,
  branches: (value: string) => `t.branch_id = any(${value})`,
}
const derived = ['branches']

export const bookedExpenses = listSource<BookedExpenseRow>({
  ...{ name: 'listBookedExpenses', from: 'expense t', columns: columnsOf('expense'), filters, derived },
})
export const bookedIncomes = listSource<BookedIncomeRow>({
  ...{ name: 'listBookedIncomes', from: 'income t', columns: columnsOf('income'), filters, derived },
})

export const treasuryMovements = listSource<MovementRow>({
  name: 'listTreasuryMovements',
  from: 'treasury_movement t',
  columns: 't.*',
  filters: { id: value => `t.treasury_id = ${value}`, date: value => `t.business_date = ${value}` },
})

export const dayCloses = listSource<DayCloseRow>({
  name: 'listDayCloses',
  from: 'day_close t join treasury on treasury.company_id = t.company_id and treasury.id = t.treasury_id',
  columns: 't.*',
  filters: {
    treasuryId: value => `t.treasury_id = ${value}`,
    branches: value => `(treasury.branch_id is null or treasury.branch_id = any(${value}))`,
  },
  derived,
})

const expense = sql<BookedExpenseRow>(
  `select ${columnsOf('expense')} from expense t where t.company_id = $1 and t.id = $2`,
)
const income = sql<BookedIncomeRow>(`select ${columnsOf('income')} from income t where t.company_id = $1 and t.id = $2`)

export async function readExpense(tx: Tx, { id }: { id: string }): Promise<BookedExpenseRow> {
  const [row] = await tx.sql(expense([tx.clinic.id, id]))
  return row ?? refuse('not_found', { resource: 'expense' })
}

export async function readIncome(tx: Tx, { id }: { id: string }): Promise<BookedIncomeRow> {
  const [row] = await tx.sql(income([tx.clinic.id, id]))
  return row ?? refuse('not_found', { resource: 'income' })
}
