import { type Clinic, type Invoice, type Payment, Unauthenticated } from '@clinic/sdk'
import type { Database } from './database.ts'
import { type Books, documentOfInvoice, documentsOfPayment } from './documents.ts'
import { enter, readMark, saveMark } from './ledger.ts'

export interface Export {
  readonly clinic: Clinic
  readonly database: Database
  readonly log: (message: string) => void
  /** Whether the clinic has taken the token away. No call is made from then on; a new token takes a new start. */
  isOver: boolean
}

/** Does the work unless the clinic has taken the token away, and is silent from the moment that it has. */
export async function whileAllowed(state: Export, work: () => Promise<void>): Promise<void> {
  if (state.isOver) return
  try {
    await work()
  } catch (error) {
    if (!(error instanceof Unauthenticated)) throw error
    state.isOver = true
    state.log(`The clinic no longer takes the token (${error.code}). Start again with a new one.`)
  }
}

/** The currency and the clock never change; they are asked for once for each client. */
const known = new WeakMap<Clinic, Promise<Books>>()

export function booksOf({ clinic }: Pick<Export, 'clinic'>): Promise<Books> {
  const books = known.get(clinic) ?? clinic.clinic.get().then(({ currency, timeZone }) => ({ currency, timeZone }))
  known.set(clinic, books)
  books.catch(() => known.delete(clinic))
  return books
}

export async function enterInvoice(state: Export, invoice: Invoice): Promise<void> {
  enter(state.database, documentOfInvoice(await booksOf(state), invoice))
}

export async function enterPayment(state: Export, payment: Payment): Promise<void> {
  for (const document of documentsOfPayment(await booksOf(state), payment)) enter(state.database, document)
}

/**
 * Everything the first time, then what changed. The mark is saved after each page, so that a long first copy goes on where
 * it was ended; a cursor that the clinic no longer takes begins again from the last mark.
 */
export async function copy(state: Export): Promise<number> {
  const { clinic, database } = state
  const invoices = await clinic.invoices.sync({
    since: readMark(database, 'invoices'),
    each: invoice => enterInvoice(state, invoice),
    save: mark => saveMark(database, 'invoices', mark),
  })
  const payments = await clinic.payments.sync({
    since: readMark(database, 'payments'),
    each: payment => enterPayment(state, payment),
    save: mark => saveMark(database, 'payments', mark),
  })
  return invoices.count + payments.count
}
