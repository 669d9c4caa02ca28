import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { paymentsOf } from '../billing/clinic-payments.ts'
import { creditNotesOf } from '../billing/credit-notes.ts'
import type { InvoiceRow } from '../billing/invoice-row.ts'
import { invoiceState } from '../billing/invoice-state.ts'
import { storedLines } from '../billing/stored-lines.ts'
import { invoiceQr } from '../einvoices/invoice-qr.ts'
import { keptToken, latestLink, linkState, type PatientLinkRow } from '../links/patient-link.ts'
import { type Parties, partiesOf } from './paper-parties.ts'
import { type ReceiptFigures, receiptFigures } from './receipt-figures.ts'

/** What the code on a paper says; none where it is no tax document and its page has no address, or the authority rejected it. */
export type PaperCode = { kind: 'tax' | 'page'; text: string } | undefined

/** What stands on a receipt. */
export interface Receipt extends Parties {
  invoice: InvoiceRow
  figures: ReceiptFigures
  code: PaperCode
  /** The last link to it. */
  link: PatientLinkRow | undefined
}

/** Where the page of a link is. */
export type LinkOf = (page: string, token: string) => string

/** Refuses a receipt of what was not handed over, or is owed no more. */
export function requireReceipt(invoice: InvoiceRow): void {
  const state = invoiceState(invoice)
  if (state === 'DRAFT' || state === 'VOID') refuse('invalid_state_transition', { from: state, to: 'RECEIPT' })
}

/** An invoice that was issued, as its receipt tells of it. */
export async function readReceipt(tx: Tx, id: string, linkOf: LinkOf): Promise<Receipt> {
  const invoice = await tx.get('invoice', id)
  requireReceipt(invoice)
  const [lines, notes, payments, parties, link] = await Promise.all([
    storedLines(tx, id),
    creditNotesOf(tx, id),
    paymentsOf(tx, id),
    partiesOf(tx, invoice),
    latestLink(tx, { kind: 'RECEIPT', subjectId: id }),
  ])
  const { registration } = parties
  const qr = await invoiceQr(tx, invoice, registration)
  return {
    ...{ ...parties, invoice, link },
    figures: receiptFigures({ invoice, lines, notes, payments }),
    code: qr === undefined ? pageCode(tx, { invoice, link, registration }, linkOf) : { kind: 'tax', text: qr },
  }
}

/** The address of the receipt itself, where the patient has a link to it and no tax invoice is said. */
function pageCode(
  tx: Tx,
  { invoice, link, registration }: Pick<Receipt, 'invoice' | 'link' | 'registration'>,
  linkOf: LinkOf,
): PaperCode {
  if (invoice.e_invoice_status === 'REJECTED' || (registration && !invoice.balance_invoice)) return undefined
  if (link === undefined || linkState(link, tx.now) !== 'OPEN') return undefined
  const token = keptToken(tx, link)
  return token === undefined ? undefined : { kind: 'page', text: linkOf('receipt', token) }
}
