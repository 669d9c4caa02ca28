import { sql } from '../../db/statement.ts'
import type { TableRow } from '../../db/tables.ts'
import { insertMany } from '../../kernel/insert-many.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import type { CreditedLine } from './credited-lines.ts'
import { failedReport } from './failed-report.ts'

export type CreditNoteRow = TableRow<'credit_note'>
export type CreditNoteLineRow = TableRow<'credit_note_line'>

/** A line of a note, with the number of the note. */
export type NotedLine = CreditNoteLineRow & { note_number: number }

/** A credit note with where its report to the tax authority stands, null where it is not reported; and the report if it failed. */
export type ListedCreditNote = CreditNoteRow & Record<'e_invoice_status' | 'failed_report_id', string | null>

const ofInvoice = sql<ListedCreditNote>(`
  select t.*, (select status from einvoice_submission where company_id = t.company_id and credit_note_id = t.id
    order by attempt_number desc limit 1) as e_invoice_status,
    ${failedReport('company_id = t.company_id and credit_note_id = t.id')}
  from credit_note t where t.company_id = $1 and t.invoice_id = $2 order by t.reference_id`)
const lines = sql<NotedLine>(`
  select l.*, n.reference_id as note_number from credit_note_line l
  join credit_note n on n.company_id = l.company_id and n.id = l.credit_note_id
  where l.company_id = $1 and n.invoice_id = $2 order by n.reference_id, l.id`)

/** The credit notes of an invoice, in the order of their numbers. */
export const creditNotesOf = (tx: Tx, invoiceId: string): Promise<ListedCreditNote[]> =>
  tx.sql(ofInvoice([tx.clinic.id, invoiceId]))

/** What is on the credit notes of an invoice, in the same order. */
export const notedLines = (tx: Tx, invoiceId: string): Promise<NotedLine[]> => tx.sql(lines([tx.clinic.id, invoiceId]))

export async function addNotedLines(tx: Tx, noteId: string, credited: readonly CreditedLine[]): Promise<void> {
  const rows = credited.map(line => ({ id: newId('cnl', Date.parse(tx.now)), credit_note_id: noteId, ...line }))
  for (const statement of insertMany('credit_note_line', tx.clinic.id, rows)) await tx.sql(statement)
}
