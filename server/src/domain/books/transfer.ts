import { sql } from '../../db/statement.ts'
import type { TableRow } from '../../db/tables.ts'
import { refuseInput } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { enterExpense } from './expense.ts'
import { moveMoney, requireCash, requireOpenDay, today } from './move-money.ts'
import { namedTreasury } from './treasury.ts'

export type TransferRow = TableRow<'treasury_transfer'>

interface NewTransfer {
  fromId: string
  toId: string
  amountMinor: number
  /** What it costs, an expense out of the same treasury; nothing unless told. */
  feeMinor?: number
  /** Whose expense the fee is, where the treasury is the whole clinic's. */
  branchId: string
  /** YYYY-MM-DD on the clinic's calendar; today unless told. */
  date?: string
  note?: string
}

const lockBoth = sql<{ id: string }>(`
  select id from treasury where company_id = $1 and id in ($2, $3) order by id for no key update`)

/** Moves money from one treasury to another, on a day that is open in both. */
export async function transferMoney(tx: Tx, transfer: NewTransfer): Promise<TransferRow> {
  const { fromId, toId, amountMinor, feeMinor = 0, branchId, note = null } = transfer
  if (fromId === toId) refuseInput({ path: '/toId', code: 'same', message: 'must be another treasury than fromId' })
  // In one order, so that two who move money both ways never wait for each other in a circle.
  await tx.sql(lockBoth([tx.clinic.id, fromId, toId]))
  for (const id of [fromId, toId]) await namedTreasury(tx, id)
  const days = await Promise.all([fromId, toId].map(id => requireOpenDay(tx, id, transfer.date)))
  const date = days.toSorted().at(-1) ?? today(tx)
  await requireCash(tx, fromId, amountMinor + feeMinor)
  const name = note ?? 'Transfer'
  const fee =
    feeMinor > 0 ? await enterExpense(tx, { name, treasuryId: fromId, branchId, totalMinor: feeMinor, date }) : null
  const made = tx.add('treasury_transfer', {
    id: newId('trf', Date.parse(tx.now)),
    from_id: fromId,
    to_id: toId,
    amount_minor: amountMinor,
    fee_id: fee?.id ?? null,
    date,
    note,
    made_by: tx.caller.id,
  })
  moveMoney(tx, { treasuryId: fromId, amountMinor: -amountMinor, kind: 'TRANSFER', sourceId: made.id, date })
  moveMoney(tx, { treasuryId: toId, amountMinor, kind: 'TRANSFER', sourceId: made.id, date })
  return made
}
