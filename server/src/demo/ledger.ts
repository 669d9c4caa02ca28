import { sql } from '../db/statement.ts'
import type { RowsOf } from '../kernel/insert-many.ts'
import { addDays, startOfDay } from '../kernel/values/zone.ts'
import { HOUR_MS, iso, openedAt } from './clock.ts'
import type { DemoContext, DemoStep } from './context.ts'
import { localPrice } from './local-price.ts'
import { treasuryAt } from './treasuries.ts'

type Movement = RowsOf<'treasury_movement'>[number]
type Close = RowsOf<'day_close'>[number]

/** So many days are counted and closed, up to yesterday. */
const CLOSED_DAYS = 89
/** Riyals that are in a drawer when the clinic opens, and that stay in it when the rest goes to the bank. */
const FLOAT = 2_000
/** Riyals in the bank when the clinic opens. */
const IN_THE_BANK = 400_000
/** How often, of the days that are closed, a count is a little off. */
const OFF = 0.03

/** The entries of the books that moved money, by the treasury that they moved. */
function entriesOf({ made, id }: DemoContext): { paid: RowsOf<'expense_payment'>; movements: Movement[] } {
  const paid = made('expense').flatMap((expense, index) =>
    Number(expense.paid_minor) === 0
      ? []
      : {
          id: id('expense_payment', index),
          expense_id: expense.id,
          treasury_id: expense.treasury_id ?? null,
          amount_minor: Number(expense.paid_minor),
          date: expense.date,
          created_at: expense.created_at,
          updated_at: expense.created_at,
        },
  )
  const earned = made('income').map(income => ({
    ...of(income.treasury_id, income.date, Number(income.amount_minor), income.created_at),
    source_kind: Number(income.amount_minor) > 0 ? 'PAYMENT' : 'REFUND',
    source_id: String(income.payment_id),
  }))
  const spent = paid.map(one => ({
    ...of(one.treasury_id, one.date, -one.amount_minor, one.created_at),
    source_kind: 'EXPENSE',
    source_id: one.id,
  }))
  const movements = [...earned, ...spent].map((movement, index) => ({
    ...movement,
    id: id('treasury_movement', index),
  }))
  return { paid, movements }
}

const of = (treasuryId: string | null | undefined, date: string, amount: number, at: string | Date) => ({
  treasury_id: String(treasuryId),
  business_date: date,
  amount_minor: amount,
  created_at: String(at),
  updated_at: String(at),
})

/** What each till and account held when the clinic opened. */
function openingsOf(context: DemoContext): Movement[] {
  const { made, id, today } = context
  const kept = made('treasury').filter(({ type, active }) => active && (type === 'CASH' || type === 'BANK'))
  return kept.map(({ id: treasuryId, type }) => ({
    ...of(
      treasuryId,
      addDays(today, -900),
      localPrice(context, type === 'CASH' ? FLOAT : IN_THE_BANK),
      openedAt(context),
    ),
    source_kind: 'OPENING',
    source_id: treasuryId,
    id: id('treasury_movement', 'opening', treasuryId),
  }))
}

/** What became of a drawer or a terminal in the days that are closed. */
interface Kept {
  transfers: RowsOf<'treasury_transfer'>
  movements: Movement[]
  closes: Close[]
}

/** Goes through the closed days of a treasury: once a week what is too much goes to the bank, and every evening it is counted. */
function closedDays(context: DemoContext, treasuryId: string, entries: readonly Movement[]): Kept {
  const kept: Kept = { transfers: [], movements: [], closes: [] }
  let counted = 0
  let after = ''
  for (let back = CLOSED_DAYS; back > 0; back--) {
    const date = addDays(context.today, -back)
    const moved = entries.filter(({ business_date: day }) => String(day) > after && String(day) <= date)
    const held = counted + moved.reduce((sum, { amount_minor: amount }) => sum + Number(amount), 0)
    const sent = back % 7 === 0 ? toTheBank(context, treasuryId, date, held, kept) : 0
    const close = closeRow(context, { treasuryId, date, opening: counted, expected: held - sent })
    kept.closes.push(close)
    const difference = Number(close.counted_minor) - Number(close.expected_minor)
    if (difference !== 0)
      kept.movements.push({
        ...of(treasuryId, date, difference, close.created_at),
        source_kind: 'DIFFERENCE',
        source_id: close.id,
        id: context.id('treasury_movement', close.id),
      })
    counted = Number(close.counted_minor)
    after = date
  }
  return kept
}

/** Takes what a treasury holds above its float to the bank; answers how much. */
function toTheBank(context: DemoContext, fromId: string, date: string, held: number, { transfers, movements }: Kept) {
  const from = context.made('treasury').find(({ id }) => id === fromId)
  const amount = held - (from?.type === 'CASH' ? localPrice(context, FLOAT) : 0)
  if (amount <= 0) return 0
  const toId = treasuryAt(context, String(from?.branch_id), 'BANK')
  const id = context.id('treasury_transfer', fromId, date)
  const at = evening(context, date)
  const times = { created_at: at, updated_at: at }
  const transfer = { from_id: fromId, to_id: toId, amount_minor: amount, fee_id: null, date, note: null }
  transfers.push({ id, ...transfer, made_by: 'demo', ...times })
  const moved = { source_kind: 'TRANSFER', source_id: id }
  movements.push(
    { ...of(fromId, date, -amount, at), ...moved, id: context.id('treasury_movement', id, 'from') },
    { ...of(toId, date, amount, at), ...moved, id: context.id('treasury_movement', id, 'to') },
  )
  return amount
}

interface Counted {
  treasuryId: string
  date: string
  opening: number
  expected: number
}

function closeRow(context: DemoContext, { treasuryId, date, opening, expected }: Counted): Close {
  const { random, id } = context
  const off = expected > 0 && random.chance(OFF) ? -Math.min(expected, localPrice(context, random.integer(1, 20))) : 0
  const at = evening(context, date)
  return {
    id: id('day_close', treasuryId, date),
    treasury_id: treasuryId,
    date,
    opening_minor: opening,
    expected_minor: expected,
    counted_minor: expected + off,
    denominations: null,
    reason: off === 0 ? null : 'Change given by mistake',
    closed_by: 'demo',
    closed_by_name: 'Reception',
    created_at: at,
    updated_at: at,
  }
}

const evening = ({ plan }: DemoContext, date: string) => iso(startOfDay(date, plan.facts.timeZone) + 22 * HOUR_MS)

const closeThrough = sql(`
  update treasury set closed_through = (select max(date) from day_close
    where day_close.company_id = treasury.company_id and treasury_id = treasury.id)
  where company_id = $1`)

/** The ledger: what every entry of the books moved, and the drawers and terminals that are counted every evening. */
export const ledgerStep: DemoStep = {
  name: 'ledger',
  rows(context) {
    const { paid, movements } = entriesOf(context)
    const entries = Map.groupBy([...openingsOf(context), ...movements], one => one.treasury_id)
    const counted = context
      .made('treasury')
      .filter(({ type, branch_id }) => branch_id && (type === 'CASH' || type === 'POS'))
    const kept = counted.map(({ id }) => closedDays(context, id, entries.get(id) ?? []))
    return {
      expense_payment: paid,
      treasury_transfer: kept.flatMap(({ transfers }) => transfers),
      treasury_movement: [...entries.values(), ...kept.map(one => one.movements)].flat(),
      day_close: kept.flatMap(({ closes }) => closes),
    }
  },
  settle: companyId => [closeThrough([companyId])],
}
