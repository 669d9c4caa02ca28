import { hash } from 'node:crypto'
import { canonicalJson } from '@clinic/contract/canonical-json.ts'
import { sql } from '../../db/statement.ts'
import type { TableRow } from '../../db/tables.ts'
import { refuse, refuseInput } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { minorOf } from '../../kernel/values/minor-of.ts'
import { toMajor } from '../../kernel/values/money.ts'
import { type MovementKind, moveMoney, today } from './move-money.ts'
import type { TreasuryRow } from './treasury.ts'

export type DayCloseRow = TableRow<'day_close'>

/** What a close would find. */
export interface ClosePreview {
  treasuryId: string
  date: string
  openingMinor: number
  /** What came in and went out since the last close, by what moved it. */
  movements: { kind: MovementKind; count: number; amountMinor: number }[]
  expectedMinor: number
  /** Of all that: a close is made for the very figures that the person saw. */
  hash: string
}

interface DayOfTreasury {
  treasuryId: string
  /** YYYY-MM-DD on the clinic's calendar. */
  date: string
}

const lastClose = sql<DayCloseRow>(
  'select * from day_close where company_id = $1 and treasury_id = $2 order by date desc limit 1',
)

const movedUntil = sql<{ source_kind: MovementKind; count: number; amount_minor: number; last_before: string | null }>(`
  select source_kind, count(*)::integer as count, sum(amount_minor)::bigint as amount_minor,
    max(business_date) filter (where business_date < $3) as last_before
  from treasury_movement
  where company_id = $1 and treasury_id = $2 and business_date <= $3
    and business_date > coalesce((select closed_through from treasury where company_id = $1 and id = $2), '-infinity')
  group by source_kind order by source_kind`)

/** What a close of the day would find; refuses a day that is closed, to come, or behind one that is open and had money move. */
export async function previewClose(tx: Tx, { treasuryId, date }: DayOfTreasury): Promise<ClosePreview> {
  const { closed_through: closed } = await tx.get('treasury', treasuryId)
  if (closed !== null && date <= closed) refuse('day_closed', { closedThrough: closed })
  if (date > today(tx)) refuseInput({ path: '/date', code: 'maximum', message: 'must not be a day to come' })
  const [[last], moved] = await Promise.all([
    tx.sql(lastClose([tx.clinic.id, treasuryId])),
    tx.sql(movedUntil([tx.clinic.id, treasuryId, date])),
  ])
  const [open] = moved.flatMap(({ last_before: day }) => day ?? []).toSorted()
  if (open !== undefined) refuse('invalid_state_transition', { from: 'OPEN', to: 'CLOSED', openDay: open })
  const found = {
    ...{ treasuryId, date },
    openingMinor: last?.counted_minor ?? 0,
    movements: moved.map(({ source_kind: kind, count, amount_minor: amountMinor }) => ({ kind, count, amountMinor })),
  }
  const expectedMinor = found.movements.reduce((sum, { amountMinor }) => sum + amountMinor, found.openingMinor)
  return { ...found, expectedMinor, hash: hash('sha256', canonicalJson({ ...found, expectedMinor }), 'hex') }
}

const closeThrough = sql('update treasury set closed_through = $3, updated_at = $4 where company_id = $1 and id = $2')

interface Count extends DayOfTreasury {
  countedMinor: number
  /** How many of each note and coin, of which the value is in the major unit. */
  denominations?: readonly { value: number; count: number }[]
  /** Why it is not what was expected, where it is not. */
  reason?: string
  /** Of the preview. */
  hash: string
}

/** The figures of a preview, as an error tells them. */
const toldOf = ({ clinic: { currency } }: Tx, { date, openingMinor, expectedMinor, hash: of }: ClosePreview) => ({
  date,
  opening: toMajor(openingMinor, currency),
  expected: toMajor(expectedMinor, currency),
  hash: of,
})

/** Refuses a count that cannot be: less than nothing in a drawer, or notes and coins that make up another sum. */
function requireCount(
  tx: Tx,
  { type }: TreasuryRow,
  { countedMinor, denominations }: Omit<Count, keyof DayOfTreasury>,
) {
  if (type === 'CASH' && countedMinor < 0)
    refuseInput({ path: '/counted', code: 'minimum', message: 'must be at least 0' })
  const sum = denominations?.reduce(
    (before, { value }, place) =>
      before + (denominations[place]?.count ?? 0) * minorOf(tx.clinic, value, `/denominations/${place}/value`),
    0,
  )
  if (sum !== undefined && sum !== countedMinor)
    refuseInput({ path: '/denominations', code: 'other_sum', message: 'must make up what was counted' })
}

/**
 * Closes a day of a treasury for good: what was counted is its balance from then on, and a difference is a movement of its
 * own. Refused where money moved since the person counted.
 */
export async function closeDay(tx: Tx, { treasuryId, date, countedMinor, ...said }: Count): Promise<DayCloseRow> {
  const treasury = await tx.lock('treasury', treasuryId)
  const preview = await previewClose(tx, { treasuryId, date })
  if (preview.hash !== said.hash) refuse('price_changed', { preview: toldOf(tx, preview) })
  requireCount(tx, treasury, { countedMinor, ...said })
  const difference = countedMinor - preview.expectedMinor
  if (difference !== 0 && said.reason === undefined)
    refuseInput({ path: '/reason', code: 'required', message: 'must say why the count is not what was expected' })
  const close = await tx.insert('day_close', {
    id: newId('dcl', Date.parse(tx.now)),
    treasury_id: treasuryId,
    date,
    opening_minor: preview.openingMinor,
    expected_minor: preview.expectedMinor,
    counted_minor: countedMinor,
    denominations: said.denominations ? JSON.stringify(said.denominations) : null,
    reason: said.reason ?? null,
    closed_by: tx.caller.id,
    closed_by_name: tx.caller.person?.name ?? tx.caller.kind,
  })
  if (difference !== 0)
    moveMoney(tx, { treasuryId, amountMinor: difference, kind: 'DIFFERENCE', sourceId: close.id, date })
  await tx.sql(closeThrough([tx.clinic.id, treasuryId, date, tx.now]))
  return close
}
