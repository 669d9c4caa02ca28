import { expenseCreated } from '@clinic/contract/bookkeeping.ts'
import type { NewRow } from '../../db/tables.ts'
import { columnsOf, type NewFields } from '../../kernel/columns.ts'
import { refuseInput } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { type ExpenseRow, entryFacts } from './entry.ts'
import { payOut } from './expense-payment.ts'
import { requireCash, requireOpenDay } from './move-money.ts'
import { taxWithin } from './tax-within.ts'
import { namedTreasury } from './treasury.ts'

type Own = 'reference_id' | 'tax_minor' | 'tax_percent' | 'paid_minor' | 'reverses_id' | 'date'

export interface NewExpense extends NewFields<'expense', Own> {
  /** YYYY-MM-DD on the clinic's calendar; today unless told. */
  date?: string
  /** The rate within the total; none unless told. */
  taxPercent?: number
  /** What of the total, which is with tax, was paid; all of it unless told. */
  paidMinor?: number
}

/** Enters what the clinic spends, by hand, and pays of it what is said. */
export async function enterExpense(tx: Tx, input: NewExpense): Promise<ExpenseRow> {
  const { totalMinor, paidMinor = totalMinor, taxPercent = 0 } = input
  if (totalMinor <= 0) refuseInput({ path: '/totalMinor', code: 'minimum', message: 'must be above 0' })
  if (paidMinor < 0 || paidMinor > totalMinor)
    refuseInput({ path: '/paidMinor', code: 'range', message: 'must be from 0 to the total' })
  const treasuryId = input.treasuryId ? await namedTreasury(tx, input.treasuryId) : null
  const date = await requireOpenDay(tx, treasuryId, input.date)
  if (paidMinor > 0) await requireCash(tx, treasuryId, paidMinor)
  const expense = await addExpense(tx, {
    ...columnsOf({ ...input, paidMinor, taxPercent }),
    tax_minor: taxWithin(totalMinor, taxPercent),
    date,
  })
  if (paidMinor > 0) payOut(tx, expense, { treasuryId, amountMinor: paidMinor, date })
  return expense
}

/** Adds an expense, or what takes one back, and tells of it. */
export async function addExpense(
  tx: Tx,
  columns: Omit<NewRow<'expense'>, 'company_id' | 'id' | 'reference_id' | 'created_at' | 'updated_at'>,
): Promise<ExpenseRow> {
  const expense = await tx.insert('expense', {
    ...columns,
    id: newId('exp', Date.parse(tx.now)),
    reference_id: await tx.takeNumber('expense'),
  })
  tx.emit(expenseCreated, entryFacts(tx, expense, expense.total_minor))
  return expense
}
