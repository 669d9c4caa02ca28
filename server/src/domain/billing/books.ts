import { expenseCreated, incomeCreated } from '@clinic/contract/bookkeeping.ts'
import type { TableRow } from '../../db/tables.ts'
import { columnsOf, type NewFields } from '../../kernel/columns.ts'
import { refuseInput } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { roundHalfUp, toMajor } from '../../kernel/values/money.ts'
import { localDate } from '../../kernel/values/zone.ts'
import type { PaymentRow } from './payment-row.ts'
import { namedTreasury } from './treasury.ts'

export type ExpenseRow = TableRow<'expense'>
export type IncomeRow = TableRow<'income'>

/** The clinic's date at the instant of the transaction. */
const today = (tx: Tx): string => localDate(Date.parse(tx.now), tx.clinic.timeZone)

interface BookEntry {
  name: string
  /** Takes back what the payment's first entry said. */
  reversal?: boolean
}

/** Enters a payment, or its refund, into the books. Silently: it is the payment that is told of (contract section 8). */
export async function addIncome(tx: Tx, payment: PaymentRow, { name, reversal = false }: BookEntry): Promise<void> {
  tx.add('income', {
    id: newId('inc', Date.parse(tx.now)),
    reference_id: await tx.takeNumber('income'),
    name,
    category: reversal ? 'Refund' : 'Payment',
    amount_minor: reversal ? -payment.amount_minor : payment.amount_minor,
    payment_id: payment.id,
    treasury_id: payment.treasury_id,
    branch_id: payment.branch_id,
    date: today(tx),
  })
}

interface ByHand {
  /** YYYY-MM-DD on the clinic's calendar; today unless told. */
  date?: string
}
type NewIncome = NewFields<'income', 'reference_id' | 'payment_id' | 'date'> & ByHand

/** Enters what the clinic earns otherwise than by payments of patients, by hand. */
export async function enterIncome(tx: Tx, input: NewIncome): Promise<IncomeRow> {
  if (input.amountMinor <= 0) refuseInput({ path: '/amountMinor', code: 'minimum', message: 'must be above 0' })
  if (input.treasuryId) await namedTreasury(tx, input.treasuryId)
  const income = await tx.insert('income', {
    date: today(tx),
    ...columnsOf(input),
    id: newId('inc', Date.parse(tx.now)),
    reference_id: await tx.takeNumber('income'),
  })
  tx.emit(incomeCreated, entryFacts(tx, income, income.amount_minor))
  return income
}

interface NewExpense
  extends NewFields<'expense', 'reference_id' | 'tax_minor' | 'tax_percent' | 'paid_minor' | 'date'>,
    ByHand {
  /** The rate within the total; none unless told. */
  taxPercent?: number
  /** What of the total, which is with tax, was paid; all of it unless told. */
  paidMinor?: number
}

/** Enters what the clinic spends, by hand. */
export async function enterExpense(tx: Tx, input: NewExpense): Promise<ExpenseRow> {
  const { totalMinor, paidMinor = totalMinor, taxPercent = 0 } = input
  if (totalMinor <= 0) refuseInput({ path: '/totalMinor', code: 'minimum', message: 'must be above 0' })
  if (paidMinor < 0 || paidMinor > totalMinor)
    refuseInput({ path: '/paidMinor', code: 'range', message: 'must be from 0 to the total' })
  if (input.treasuryId) await namedTreasury(tx, input.treasuryId)
  const expense = await tx.insert('expense', {
    date: today(tx),
    ...columnsOf({ ...input, paidMinor, taxPercent }),
    id: newId('exp', Date.parse(tx.now)),
    reference_id: await tx.takeNumber('expense'),
    tax_minor: taxWithin(totalMinor, taxPercent),
  })
  tx.emit(expenseCreated, entryFacts(tx, expense, totalMinor))
  return expense
}

/** What the event of an entry tells (contract section 8). */
const entryFacts = ({ clinic }: Tx, { id, branch_id, treasury_id }: IncomeRow | ExpenseRow, totalMinor: number) => ({
  id,
  branchId: branch_id,
  total: toMajor(totalMinor, clinic.currency),
  treasuryId: treasury_id,
})

const HUNDREDTHS = 100

/** The tax that a total contains. */
export function taxWithin(totalMinor: number, percent: number): number {
  const rate = Math.round(percent * HUNDREDTHS)
  if (!(rate >= 0 && rate <= 100 * HUNDREDTHS) || rate / HUNDREDTHS !== percent)
    refuseInput({ path: '/taxPercent', code: 'percentage', message: 'must be from 0 to 100 with at most 2 decimals' })
  return roundHalfUp(BigInt(totalMinor) * BigInt(rate), 100 * HUNDREDTHS + rate)
}
