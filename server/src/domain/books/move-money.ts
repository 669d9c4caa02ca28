import type { MOVEMENT_KINDS } from '@clinic/contract/staff/treasuries.ts'
import { sql } from '../../db/statement.ts'
import type { TableRow } from '../../db/tables.ts'
import { refuse } from '../../kernel/errors.ts'
import { insertMany } from '../../kernel/insert-many.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { toMajor } from '../../kernel/values/money.ts'
import { localDate } from '../../kernel/values/zone.ts'

export type MovementKind = (typeof MOVEMENT_KINDS)[number]
export type MovementRow = TableRow<'treasury_movement'>

interface Movement {
  treasuryId: string
  /** Above zero what comes in, below zero what goes out. */
  amountMinor: number
  kind: MovementKind
  /** The record that moves it. */
  sourceId: string
  /** A day that is open: of openDay() or requireOpenDay(). */
  date: string
}

const movement = (tx: Tx, { treasuryId, amountMinor, kind, sourceId, date }: Movement) => ({
  id: newId('trm', Date.parse(tx.now)),
  treasury_id: treasuryId,
  business_date: date,
  amount_minor: amountMinor,
  source_kind: kind,
  source_id: sourceId,
})

/** Writes a movement into the ledger: the one way in which the money of a treasury changes. */
export function moveMoney(tx: Tx, moved: Movement): void {
  tx.add('treasury_movement', movement(tx, moved))
}

/** The same for many movements, in one statement. */
export async function moveMoneyOfEach(tx: Tx, moved: readonly Movement[]): Promise<void> {
  const rows = moved.map(one => ({ ...movement(tx, one), created_at: tx.now, updated_at: tx.now }))
  for (const statement of insertMany('treasury_movement', tx.clinic.id, rows)) await tx.sql(statement)
  for (const row of rows) tx.touched.row('treasury_movement', row, [])
}

/** The clinic's date at the instant of the transaction. */
export const today = (tx: Tx): string => localDate(Date.parse(tx.now), tx.clinic.timeZone)

const closedThrough = sql<{ closed_through: string | null; next: string | null }>(`
  select closed_through, closed_through + 1 as next from treasury where company_id = $1 and id = $2 for key share`)

/** Holds the days of the treasury as they are until the transaction ends: none is closed meanwhile. */
async function heldDays(tx: Tx, treasuryId: string) {
  const [found] = await tx.sql(closedThrough([tx.clinic.id, treasuryId]))
  return found ?? refuse('not_found', { resource: 'treasury' })
}

/** The day to which money counts that moves now: today, or the next open one where today is closed already. */
export async function openDay(tx: Tx, treasuryId: string | null): Promise<string> {
  if (treasuryId === null) return today(tx)
  const { next } = await heldDays(tx, treasuryId)
  const date = today(tx)
  return next !== null && next > date ? next : date
}

/** The day that a person named, or openDay(); refuses one that is closed. */
export async function requireOpenDay(tx: Tx, treasuryId: string | null, named?: string): Promise<string> {
  if (named === undefined || treasuryId === null) return named ?? openDay(tx, treasuryId)
  const { closed_through: closed } = await heldDays(tx, treasuryId)
  return closed === null || named > closed ? named : refuse('day_closed', { closedThrough: closed })
}

const lockToSpend = sql<{ type: string }>(
  'select type from treasury where company_id = $1 and id = $2 for no key update',
)

/** Refuses to give out more cash than there is; a bank account may fall below nothing. */
export async function requireCash(tx: Tx, treasuryId: string | null, amountMinor: number): Promise<void> {
  if (treasuryId === null) return
  // Those who spend wait for each other here, and only then look at what is left.
  const [treasury] = await tx.sql(lockToSpend([tx.clinic.id, treasuryId]))
  if (treasury?.type !== 'CASH') return
  const left = await balanceOf(tx, treasuryId)
  if (amountMinor <= left) return
  refuse('treasury_short', { treasuryId, available: toMajor(Math.max(left, 0), tx.clinic.currency) })
}

const balance = sql<{ balance_minor: number }>(`
  select coalesce((select counted_minor from day_close
      where company_id = $1 and treasury_id = $2 order by date desc limit 1), 0)
    + coalesce((select sum(amount_minor) from treasury_movement where company_id = $1 and treasury_id = $2
      and business_date > coalesce((select closed_through from treasury where company_id = $1 and id = $2), '-infinity')), 0)
    ::bigint as balance_minor`)

/** What is in the treasury: what was counted at its last close, and what moved since. */
export async function balanceOf(tx: Tx, treasuryId: string): Promise<number> {
  const [found] = await tx.sql(balance([tx.clinic.id, treasuryId]))
  return found?.balance_minor ?? 0
}
