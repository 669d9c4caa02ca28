import { Id } from '@clinic/contract/fields.ts'
import { sql } from '../../db/statement.ts'
import type { TableRow } from '../../db/tables.ts'
import { refuse, refuseInput } from '../../kernel/errors.ts'
import { enqueue, jobKind } from '../../kernel/job-queue.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { type InvoiceRow, isVoid } from '../billing/invoice-row.ts'
import { lockWithInvoice, MOST_TRIES, moveSubmission, type SubmissionRow, submissionStatus } from './submission.ts'

/** Sends a submission to the authority: as often as it is tried, and once more where the last try ended without a word. */
export const eInvoiceSubmission = jobKind('submit_e_invoice', { submissionId: Id }, MOST_TRIES + 1)

const add = sql<SubmissionRow>(`
  insert into einvoice_submission
    (company_id, id, invoice_id, provider, transaction_type, status, attempt_number, status_changed_at, created_at, updated_at,
      credit_note_id, info_messages)
  select company_id, $2, $3, e_invoice_provider, 'SIMPLIFIED', $4, $5, $6, $6, $6, $7, $8::text[]
  from clinic where company_id = $1 and e_invoice_provider is not null
  returning *`)
const attempts = sql<SubmissionRow>(`
  select * from einvoice_submission where company_id = $1 and invoice_id = $2 and credit_note_id is not distinct from $3
  order by attempt_number desc limit 1`)

/** A credit note as its reports name it. */
type Note = Pick<TableRow<'credit_note'>, 'id' | 'reference_id'>

/**
 * Has a new invoice reported where the clinic reports its invoices: immediately if it was handed over, else when it will
 * be. Answers the invoice as it is then.
 */
export async function reportNewInvoice(tx: Tx, invoice: InvoiceRow): Promise<InvoiceRow> {
  // What is paid for credit is no supply yet.
  const added = invoice.balance_invoice ? undefined : await addAttempt(tx, invoice, 1)
  return added ? { ...invoice, e_invoice_status: added.status } : invoice
}

/** The same for an invoice that is handed over now, which the transaction holds. */
export async function reportReleasedInvoice(tx: Tx, invoice: InvoiceRow): Promise<InvoiceRow> {
  const latest = await latestAttempt(tx, invoice.id)
  if (!latest) return reportNewInvoice(tx, invoice)
  if (latest.status !== 'NOT_STARTED') return invoice
  await start(tx, await moveSubmission(tx, latest, 'PENDING'))
  return { ...invoice, e_invoice_status: 'PENDING' }
}

/** Takes back the report of an invoice that was never handed over and will not be. */
export async function withdrawReport(tx: Tx, invoice: InvoiceRow): Promise<void> {
  const latest = await latestAttempt(tx, invoice.id)
  if (latest?.status === 'NOT_STARTED') await moveSubmission(tx, latest, 'CANCELLED')
}

/** Has a credit note of an invoice that is reported reported as well. */
export async function reportCreditNote(tx: Tx, invoice: InvoiceRow, note: Note): Promise<void> {
  const { e_invoice_status: reported } = invoice
  if (reported !== null && reported !== 'CANCELLED') await addAttempt(tx, invoice, 1, note)
}

/**
 * Tries again what was rejected or cancelled: a new submission with the next number, of the invoice as it is now, or of one of
 * its credit notes.
 */
export async function retryEInvoice(
  tx: Tx,
  { invoiceId, creditNoteId }: { invoiceId: string; creditNoteId?: string },
): Promise<SubmissionRow> {
  const invoice = await tx.lock('invoice', invoiceId)
  if (isVoid(invoice)) refuse('invalid_state_transition', { from: 'VOID', to: 'PENDING' })
  const note = creditNoteId === undefined ? undefined : await tx.get('credit_note', creditNoteId)
  const latest = await latestAttempt(tx, invoiceId, note?.id)
  if (!latest) return refuse('not_found', { resource: 'einvoice_submission' })
  const status = submissionStatus(latest.status)
  if (status !== 'REJECTED' && status !== 'CANCELLED')
    refuse('invalid_state_transition', { from: status, to: 'PENDING' })
  return (await addAttempt(tx, invoice, latest.attempt_number + 1, note)) ?? refuseUnconfigured()
}

/**
 * The same by the latest report: an older one says nothing of how the invoice stands. One that was never answered is sent
 * again as it is, by the same number: the authority may have it.
 */
export async function retryReport(tx: Tx, id: string): Promise<SubmissionRow> {
  const report = await lockWithInvoice(tx, id)
  if (report.invoice_id === null) return refuse('not_found', { resource: 'einvoice_submission' })
  const creditNoteId = report.credit_note_id ?? undefined
  const latest = await latestAttempt(tx, report.invoice_id, creditNoteId)
  if (latest?.id !== id) refuse('invalid_state_transition', { from: 'REPLACED', to: 'PENDING' })
  if (report.given_up_at !== null) return tryAnew(tx, report)
  return retryEInvoice(tx, { invoiceId: report.invoice_id, ...(creditNoteId !== undefined && { creditNoteId }) })
}

const refuseUnconfigured = () =>
  refuseInput({ path: '/provider', code: 'not_configured', message: 'must be set up before invoices are reported' })

async function latestAttempt(tx: Tx, invoiceId: string, creditNoteId?: string): Promise<SubmissionRow | undefined> {
  const [latest] = await tx.sql(attempts([tx.clinic.id, invoiceId, creditNoteId ?? null]))
  return latest
}

async function addAttempt(
  tx: Tx,
  invoice: InvoiceRow,
  attempt: number,
  note?: Note,
): Promise<SubmissionRow | undefined> {
  const status = invoice.released_at === null ? 'NOT_STARTED' : 'PENDING'
  const id = newId('ein', Date.parse(tx.now))
  const told = note ? [`Credit note ${note.reference_id}`] : []
  const values = [tx.clinic.id, id, invoice.id, status, attempt, tx.now, note?.id ?? null, told] as const
  const [added] = await tx.sql(add([...values]))
  if (!added) return undefined
  if (!note) await tx.update('invoice', invoice.id, { e_invoice_status: status })
  await start(tx, added)
  return added
}

async function tryAnew(tx: Tx, { id }: SubmissionRow): Promise<SubmissionRow> {
  const anew = await tx.update('einvoice_submission', id, { tries: 0, last_failure: null, given_up_at: null })
  await enqueue(tx, eInvoiceSubmission, { submissionId: id }, { key: id })
  return anew
}

async function start(tx: Tx, { id, status }: SubmissionRow): Promise<void> {
  if (status === 'PENDING') await enqueue(tx, eInvoiceSubmission, { submissionId: id }, { key: id })
}
