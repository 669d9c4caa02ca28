import { booksOf, type Export } from './copy.ts'
import { type Database, integerIn, textIn } from './database.ts'
import { dayIn } from './documents.ts'
import { toMinor } from './money.ts'

export const FIGURES = ['invoiced', 'collected', 'refunded', 'outstanding'] as const
export type Figure = (typeof FIGURES)[number]

export interface Compared {
  readonly day: string
  readonly currency: string
  readonly figure: Figure
  /** In the smallest unit. */
  readonly clinic: number
  readonly ledger: number
}

type Figures = Map<string, number>

const DAY_MS = 86_400_000
const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)

/** Fewer than the service takes in one question. */
const MOST_DAYS = 360

/** A day more on both sides is asked for, so that the clinic's own midnight, wherever it is, does not cut one in two. */
async function series(
  state: Export,
  metric: 'invoiced' | 'collected' | 'refunded',
  from: string,
  to: string,
): Promise<Figures> {
  const { currency } = await booksOf(state)
  const found: Figures = new Map()
  for (let first = from; first <= to; first = dayAfter(first, MOST_DAYS)) {
    const last = [to, dayAfter(first, MOST_DAYS - 1)].sort()[0] ?? to
    const { points } = await state.clinic.analytics.getTimeseries({
      ...{ metric, interval: 'day' },
      from: `${dayAfter(first, -1)}T00:00:00.000Z`,
      to: `${dayAfter(last, 2)}T00:00:00.000Z`,
    })
    for (const { date, value } of points) if (date >= first && date <= last) found.set(date, toMinor(value, currency))
  }
  return found
}

/** What patients still owe, by the day of the invoice: the service has no series of it, so the invoices are asked. */
async function outstanding(state: Export, from: string, to: string): Promise<Figures> {
  const { currency, timeZone } = await booksOf(state)
  const found: Figures = new Map()
  for (let first = from; first <= to; first = dayAfter(first, MOST_DAYS)) {
    const last = [to, dayAfter(first, MOST_DAYS - 1)].sort()[0] ?? to
    const span = { from: `${dayAfter(first, -1)}T00:00:00.000Z`, to: `${dayAfter(last, 2)}T00:00:00.000Z` }
    for await (const invoice of state.clinic.invoices.list({ ...span, limit: 100 })) {
      const day = dayIn(timeZone, invoice.createdAt)
      if (day < first || day > last || invoice.balanceInvoice) continue
      found.set(day, (found.get(day) ?? 0) + toMinor(invoice.pendingPayment, currency))
    }
  }
  return found
}

/** What the books say: sales with their tax, money that came in, money that was given back, and what is owed. */
const LEDGER: Readonly<Record<Figure, string>> = {
  invoiced: `
    select day, 0 - sum(amount) as amount from line join entry on entry.id = entry_id join document on document.id = document_id
    where account in ('sales', 'vat') group by day`,
  collected: `
    select day, sum(amount) as amount from line join entry on entry.id = entry_id join document on document.id = document_id
    where account like 'money:%' and document_id like 'payment %' group by day`,
  refunded: `
    select day, 0 - sum(amount) as amount from line join entry on entry.id = entry_id join document on document.id = document_id
    where account like 'money:%' and document_id like 'refund %' group by day`,
  outstanding: `
    select document.day as day, sum(amount) as amount from line join document on document.id = 'invoice ' || invoice_id
    where account = 'patients' group by document.day`,
}

const figuresOf = (database: Database, figure: Figure): Figures =>
  new Map(database.all(LEDGER[figure]).map(row => [textIn(row, 'day'), integerIn(row, 'amount')]))

/** The first and the last day of which the books say anything. */
export function daysOf(database: Database): { from: string; to: string } | undefined {
  const [row] = database.all('select min(day) as first, max(day) as last from document')
  return row && row.first !== null ? { from: textIn(row, 'first'), to: textIn(row, 'last') } : undefined
}

/** Compares day by day what the clinic says with what the books say; days of which neither says anything are left out. */
export async function reconcile(state: Export, from: string, to: string): Promise<Compared[]> {
  const { currency } = await booksOf(state)
  const compared: Compared[] = []
  for (const figure of FIGURES) {
    const theirs = await (figure === 'outstanding' ? outstanding(state, from, to) : series(state, figure, from, to))
    const ours = figuresOf(state.database, figure)
    for (const day of new Set([...theirs.keys(), ...ours.keys()])) {
      const [clinic, ledger] = [theirs.get(day) ?? 0, ours.get(day) ?? 0]
      if (day >= from && day <= to && (clinic !== 0 || ledger !== 0))
        compared.push({ day, currency, figure, clinic, ledger })
    }
  }
  return compared.sort((one, other) => one.day.localeCompare(other.day))
}
