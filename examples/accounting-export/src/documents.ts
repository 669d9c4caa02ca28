import type { Invoice, Payment } from '@clinic/sdk'
import { toMinor } from './money.ts'

/** What the books call where money is, who owes it and what it was earned by. */
export type Account = 'patients' | 'insurers' | 'sales' | 'vat' | 'credit' | `money:${string}`

export interface Line {
  readonly account: Account
  /** The invoice that it is about; empty where there is none. */
  readonly invoiceId: string
  /** In the smallest unit of the currency: above zero a debit, below zero a credit. */
  readonly amount: number
}

/** What the books are to say of one record of the clinic. Its lines add up to nothing. */
export interface Document {
  readonly id: string
  /** On the calendar of the clinic. */
  readonly day: string
  readonly currency: string
  readonly updatedAt: string
  readonly lines: readonly Line[]
}

export interface Books {
  readonly currency: string
  readonly timeZone: string
}

/** The day of an instant where the clinic is. */
export const dayIn = (timeZone: string, instant: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(new Date(instant))

/** An invoice for credit is no sale: the payment on it is what the clinic owes the patient. */
export function documentOfInvoice({ currency, timeZone }: Books, invoice: Invoice): Document {
  const [total, tax, insurance] = [invoice.total, invoice.tax, invoice.insurance].map(amount =>
    toMinor(amount, currency),
  )
  const line = (account: Account, amount = 0): Line => ({ account, invoiceId: invoice.id, amount })
  const lines = [
    line('patients', (total ?? 0) - (insurance ?? 0)),
    line('insurers', insurance),
    line('vat', 0 - (tax ?? 0)),
    line('sales', (tax ?? 0) - (total ?? 0)),
  ]
  return {
    id: `invoice ${invoice.id}`,
    day: dayIn(timeZone, invoice.createdAt),
    currency,
    updatedAt: invoice.updatedAt,
    lines: invoice.balanceInvoice ? [] : lines,
  }
}

/**
 * Money that came in pays what its invoice still needs, and the rest is the patient's credit; a payment from credit moves
 * no money. What an insurer pays settles nothing that the patient owes.
 */
function linesOf(payment: Payment, currency: string): Line[] {
  const [amount, balance] = [toMinor(payment.amount, currency), toMinor(payment.balance, currency)]
  const money = payment.type === 'BALANCE' ? 0 : amount
  const owed = payment.type === 'INSURANCE' ? 'insurers' : 'patients'
  const line = (account: Account, value: number): Line => ({
    account,
    invoiceId: payment.invoiceId ?? '',
    amount: value,
  })
  return [line(`money:${payment.type}`, money), line('credit', 0 - balance), line(owed, balance - money)]
}

/** A payment, and its refund as a document of its own on the day on which it was given back. */
export function documentsOfPayment({ currency, timeZone }: Books, payment: Payment): Document[] {
  const lines = linesOf(payment, currency)
  const { id, createdAt, updatedAt, refundedAt } = payment
  const taken = { id: `payment ${id}`, day: dayIn(timeZone, createdAt), currency, updatedAt, lines }
  if (refundedAt === null) return [taken]
  const back = lines.map(line => ({ ...line, amount: 0 - line.amount }))
  return [taken, { id: `refund ${id}`, day: dayIn(timeZone, refundedAt), currency, updatedAt, lines: back }]
}
