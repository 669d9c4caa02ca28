import { incomeCreated } from '@clinic/contract/bookkeeping.ts'
import { sql } from '../../db/statement.ts'
import type { NewRow, TableRow } from '../../db/tables.ts'
import { columnsOf, type NewFields } from '../../kernel/columns.ts'
import { refuse, refuseInput } from '../../kernel/errors.ts'
import { insertMany } from '../../kernel/insert-many.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { entryFacts, type IncomeRow } from './entry.ts'
import { moveMoney, moveMoneyOfEach, openDay, requireCash, requireOpenDay } from './move-money.ts'
import { namedTreasury } from './treasury.ts'

interface PaidEntry {
  name: string
  /** Takes back what the payment's first entry said. */
  reversal?: boolean
}

/**
 * Enters a payment, or its refund, into the books and moves its money. Silently: it is the payment that is told of
 * (contract section 8).
 */
export async function enterPaid(
  tx: Tx,
  payment: TableRow<'payment'>,
  { name, reversal = false }: PaidEntry,
): Promise<void> {
  const { treasury_id: treasuryId } = payment
  const amountMinor = reversal ? -payment.amount_minor : payment.amount_minor
  const [referenceId, date] = await Promise.all([tx.takeNumber('income'), openDay(tx, treasuryId)])
  tx.add('income', {
    id: newId('inc', Date.parse(tx.now)),
    reference_id: referenceId,
    name,
    category: reversal ? 'Refund' : 'Payment',
    amount_minor: amountMinor,
    payment_id: payment.id,
    treasury_id: treasuryId,
    branch_id: payment.branch_id,
    reverses_id: null,
    date,
  })
  if (treasuryId === null) return
  moveMoney(tx, { treasuryId, amountMinor, kind: reversal ? 'REFUND' : 'PAYMENT', sourceId: payment.id, date })
}

/** The same for many payments into one treasury on an open day, each under a name, in as many statements however many they are. */
export async function enterPaidEach(
  tx: Tx,
  payments: readonly TableRow<'payment'>[],
  { names, date }: { names: readonly string[]; date: string },
): Promise<void> {
  const numbers = await Promise.all(payments.map(() => tx.takeNumber('income')))
  const rows = payments.map((payment, place) => ({
    ...{ id: newId('inc', Date.parse(tx.now)), created_at: tx.now, updated_at: tx.now },
    ...{ reference_id: numbers[place] ?? 0, name: names[place] ?? '', category: 'Payment' },
    ...{ amount_minor: payment.amount_minor, payment_id: payment.id, treasury_id: payment.treasury_id },
    ...{ branch_id: payment.branch_id, reverses_id: null, date },
  }))
  for (const statement of insertMany('income', tx.clinic.id, rows)) await tx.sql(statement)
  for (const row of rows) tx.touched.row('income', row, ['amount_minor'])
  const moved = payments.flatMap(({ id: sourceId, treasury_id: treasuryId, amount_minor: amountMinor }) =>
    treasuryId === null ? [] : [{ treasuryId, amountMinor, kind: 'PAYMENT' as const, sourceId, date }],
  )
  await moveMoneyOfEach(tx, moved)
}

type NewIncome = NewFields<'income', 'reference_id' | 'payment_id' | 'reverses_id' | 'date'> & {
  /** YYYY-MM-DD on the clinic's calendar; today unless told. */
  date?: string
}

/** Enters what the clinic earns otherwise than by payments of patients, by hand. */
export async function enterIncome(tx: Tx, input: NewIncome): Promise<IncomeRow> {
  if (input.amountMinor <= 0) refuseInput({ path: '/amountMinor', code: 'minimum', message: 'must be above 0' })
  const treasuryId = input.treasuryId ? await namedTreasury(tx, input.treasuryId) : null
  return enter(tx, { ...columnsOf(input), date: await requireOpenDay(tx, treasuryId, input.date) })
}

/**
 * Takes an income by hand back: once, by an entry of today that is the mirror of it, out of the same treasury. The income of
 * a payment goes by a refund of the payment instead.
 */
export async function reverseIncome(tx: Tx, { id, reason }: { id: string; reason: string }): Promise<IncomeRow> {
  const income = await tx.lock('income', id)
  if (income.payment_id !== null || income.reverses_id !== null || (await isReversed(tx, id)))
    refuse('invalid_state_transition', { from: income.reverses_id === null ? 'REVERSED' : 'REVERSAL', to: 'REVERSED' })
  await requireCash(tx, income.treasury_id, income.amount_minor)
  return enter(tx, {
    name: reason,
    category: income.category,
    amount_minor: -income.amount_minor,
    treasury_id: income.treasury_id,
    branch_id: income.branch_id,
    reverses_id: id,
    date: await openDay(tx, income.treasury_id),
  })
}

const reversal = sql<{ id: string }>('select id from income where company_id = $1 and reverses_id = $2')

const isReversed = async (tx: Tx, id: string) => (await tx.sql(reversal([tx.clinic.id, id]))).length > 0

type Columns = Omit<NewRow<'income'>, 'company_id' | 'id' | 'reference_id' | 'created_at' | 'updated_at'>

/** Adds an entry by hand, moves its money and tells of it. */
async function enter(tx: Tx, columns: Columns): Promise<IncomeRow> {
  const income = await tx.insert('income', {
    ...columns,
    id: newId('inc', Date.parse(tx.now)),
    reference_id: await tx.takeNumber('income'),
  })
  const { id, amount_minor: amountMinor, treasury_id: treasuryId, date } = income
  if (treasuryId !== null) moveMoney(tx, { treasuryId, amountMinor, kind: 'INCOME', sourceId: id, date })
  tx.emit(incomeCreated, entryFacts(tx, income, amountMinor))
  return income
}
