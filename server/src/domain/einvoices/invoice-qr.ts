import { sql } from '../../db/statement.ts'
import type { Tx } from '../../kernel/tx.ts'
import type { ListedCreditNote } from '../billing/credit-notes.ts'
import type { InvoiceRow } from '../billing/invoice-row.ts'
import { documentFacts } from './document-facts.ts'
import { qrOf } from './qr-of-document.ts'
import type { Registration } from './registration.ts'

const sealed = sql<{ qr: string | null }>(`
  select qr from einvoice_submission
  where company_id = $1 and invoice_id = $2 and credit_note_id is not distinct from $3 and status in ('IN_PROGRESS', 'SUBMITTED')
  order by attempt_number desc limit 1`)

/**
 * The QR code that makes a paper a tax invoice: the one that was sealed, or before that the one that will be. None where the
 * clinic is not registered for VAT, where the authority rejected the invoice, and where it is for credit, which is no supply.
 */
export async function invoiceQr(
  tx: Tx,
  invoice: InvoiceRow,
  registration: Registration | undefined,
): Promise<string | undefined> {
  if (registration === undefined || invoice.balance_invoice || invoice.e_invoice_status === 'REJECTED') return undefined
  const [sent] = await tx.sql(sealed([tx.clinic.id, invoice.id, null]))
  return sent?.qr ?? qrOf(await documentFacts(tx, invoice, null))
}

/** The same of a credit note of an invoice. */
export async function creditNoteQr(
  tx: Tx,
  invoice: InvoiceRow,
  note: Pick<ListedCreditNote, 'id' | 'e_invoice_status'>,
  registration: Registration | undefined,
): Promise<string | undefined> {
  if (registration === undefined || invoice.balance_invoice || note.e_invoice_status === 'REJECTED') return undefined
  const [sent] = await tx.sql(sealed([tx.clinic.id, invoice.id, note.id]))
  return sent?.qr ?? qrOf(await documentFacts(tx, invoice, note.id))
}
