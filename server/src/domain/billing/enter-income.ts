import { incomeCreated } from '@clinic/contract/bookkeeping.ts'
import type { TableRow } from '../../db/tables.ts'
import { refuseInput } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { toMajor } from '../../kernel/values/money.ts'
import { today } from './add-income.ts'
import { namedTreasury } from './treasury.ts'

export interface NewIncome {
  name: string
  branchId: string
  amountMinor: number
  category?: string | null
  treasuryId?: string | null
  /** YYYY-MM-DD on the clinic's calendar; today unless told. */
  date?: string
}

/** Enters what the clinic earns otherwise than by payments of patients, by hand. */
export async function enterIncome(tx: Tx, input: NewIncome): Promise<TableRow<'income'>> {
  const { amountMinor, treasuryId = null } = input
  if (amountMinor <= 0) refuseInput({ path: '/amountMinor', code: 'minimum', message: 'must be above 0' })
  const income = await tx.insert('income', {
    id: newId('inc', Date.parse(tx.now)),
    reference_id: await tx.takeNumber('income'),
    name: input.name,
    category: input.category ?? null,
    amount_minor: amountMinor,
    payment_id: null,
    treasury_id: treasuryId && (await namedTreasury(tx, treasuryId)),
    branch_id: input.branchId,
    date: input.date ?? today(tx),
  })
  tx.emit(incomeCreated, {
    id: income.id,
    branchId: income.branch_id,
    total: toMajor(amountMinor, tx.clinic.currency),
    treasuryId: income.treasury_id,
  })
  return income
}
