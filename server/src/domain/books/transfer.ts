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
  /** What it costs, an expense of this branch out of the same treasury; nothing unless told. */
  fee?: { amountMinor: number; branchId: string }
  /** YYYY-MM-DD on the clinic's calendar; today unless told. */
  date?: string
  note?: string
}

const lockBoth = sql<{ id: string }>(`
  select id from treasury where company_id = $1 and id in ($2, $3) order by id for no key update`)

/** Moves money from one treasury to another, on a day that is open in both. */
export async function transferMoney(tx: Tx, transfer: NewTransfer): Promise<TransferRow> {
  const { fromId, toId, amountMinor, note = null } = transfer
  if (fromId === toId) refuseInput({ path: '/toId', code: 'same', message: 'must be another treasury than fromId' })
  // In one order, so that two who move money both ways never wait for each other in a circle.
  await tx.sql(lockBoth([tx.clinic.id, fromId, toId]))
  for (const id of [fromId, toId]) await namedTreasury(tx, id)
  const days = await Promise.all([fromId, toId].map(id => requireOpenDay(tx, id, transfer.date)))
  const date = days.toSorted().at(-1) ?? today(tx)
  await requireCash(tx, fromId, amountMinor + (transfer.fee?.amountMinor ?? 0))
  const fee =
    transfer.fee && (await enterFee(tx, { ...transfer.fee, name: note ?? 'Transfer', treasuryId: fromId, date }))
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

interface Fee {
  name: string
  treasuryId: string
  branchId: string
  amountMinor: number
  date: string
}

const enterFee = (tx: Tx, { amountMinor, ...fee }: Fee) => enterExpense(tx, { ...fee, totalMinor: amountMinor })
