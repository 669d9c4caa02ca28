import { sql } from '../../db/statement.ts'
import type { TableRow } from '../../db/tables.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { toMajor } from '../../kernel/values/money.ts'
import type { ExpenseRow } from './entry.ts'
import { moveMoney, requireCash, requireOpenDay } from './move-money.ts'
import { namedTreasury } from './treasury.ts'

export type ExpensePaymentRow = TableRow<'expense_payment'>

interface PaidOut {
  treasuryId: string | null
  /** Below zero where it comes back. */
  amountMinor: number
  date: string
}

/** Adds what was paid of an expense and moves its money. */
export function payOut(tx: Tx, { id }: ExpenseRow, { treasuryId, amountMinor, date }: PaidOut): ExpensePaymentRow {
  const paid = tx.add('expense_payment', {
    id: newId('exy', Date.parse(tx.now)),
    expense_id: id,
    treasury_id: treasuryId,
    amount_minor: amountMinor,
    date,
  })
  if (treasuryId !== null)
    moveMoney(tx, { treasuryId, amountMinor: -amountMinor, kind: 'EXPENSE', sourceId: paid.id, date })
  return paid
}

interface ExpensePayment {
  id: string
  amountMinor: number
  treasuryId: string
  date?: string
}

const reversals = sql<{ id: string }>('select id from expense where company_id = $1 and reverses_id = $2')

/** Whether an entry has taken the expense back. */
export const isTakenBack = async (tx: Tx, { id }: ExpenseRow): Promise<boolean> =>
  (await tx.sql(reversals([tx.clinic.id, id]))).length > 0

/** Pays more of an expense, never more than is left of it; silently. */
export async function payExpense(tx: Tx, { id, amountMinor, ...how }: ExpensePayment): Promise<ExpenseRow> {
  const expense = await tx.lock('expense', id)
  if (expense.reverses_id !== null || (await isTakenBack(tx, expense)))
    refuse('invalid_state_transition', { from: 'REVERSED', to: 'PAID' })
  const left = expense.total_minor - expense.paid_minor
  if (amountMinor > left) refuse('amount_exceeds_pending', { pending: toMajor(left, tx.clinic.currency) })
  const treasuryId = await namedTreasury(tx, how.treasuryId)
  const date = await requireOpenDay(tx, treasuryId, how.date)
  await requireCash(tx, treasuryId, amountMinor)
  payOut(tx, expense, { treasuryId, amountMinor, date })
  return tx.update('expense', id, { paid_minor: expense.paid_minor + amountMinor })
}
