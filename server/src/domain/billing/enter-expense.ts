import { expenseCreated } from '@clinic/contract/bookkeeping.ts'
import type { TableRow } from '../../db/tables.ts'
import { refuseInput } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { roundHalfUp, toMajor } from '../../kernel/values/money.ts'
import { today } from './add-income.ts'
import { namedTreasury } from './treasury.ts'

export interface NewExpense {
  name: string
  branchId: string
  /** With tax. */
  totalMinor: number
  /** The rate within the total; none unless told. */
  taxPercent?: number
  /** What of the total was paid; all of it unless told. */
  paidMinor?: number
  category?: string | null
  supplier?: string | null
  treasuryId?: string | null
  /** YYYY-MM-DD on the clinic's calendar; today unless told. */
  date?: string
}

const HUNDREDTHS = 100

/** The tax that a total contains. */
export function taxWithin(totalMinor: number, percent: number): number {
  const rate = Math.round(percent * HUNDREDTHS)
  if (!(rate >= 0 && rate <= 100 * HUNDREDTHS) || rate / HUNDREDTHS !== percent)
    refuseInput({ path: '/taxPercent', code: 'percentage', message: 'must be from 0 to 100 with at most 2 decimals' })
  return roundHalfUp(BigInt(totalMinor) * BigInt(rate), 100 * HUNDREDTHS + rate)
}

/** Enters what the clinic spends, by hand. */
export async function enterExpense(tx: Tx, input: NewExpense): Promise<TableRow<'expense'>> {
  const { totalMinor, paidMinor = totalMinor, taxPercent = 0, treasuryId = null } = input
  if (totalMinor <= 0) refuseInput({ path: '/totalMinor', code: 'minimum', message: 'must be above 0' })
  if (paidMinor < 0 || paidMinor > totalMinor)
    refuseInput({ path: '/paidMinor', code: 'range', message: 'must be from 0 to the total' })
  const expense = await tx.insert('expense', {
    id: newId('exp', Date.parse(tx.now)),
    reference_id: await tx.takeNumber('expense'),
    name: input.name,
    category: input.category ?? null,
    supplier: input.supplier ?? null,
    total_minor: totalMinor,
    tax_minor: taxWithin(totalMinor, taxPercent),
    tax_percent: taxPercent,
    paid_minor: paidMinor,
    treasury_id: treasuryId && (await namedTreasury(tx, treasuryId)),
    branch_id: input.branchId,
    date: input.date ?? today(tx),
  })
  tx.emit(expenseCreated, {
    id: expense.id,
    branchId: expense.branch_id,
    total: toMajor(totalMinor, tx.clinic.currency),
    treasuryId: expense.treasury_id,
  })
  return expense
}
