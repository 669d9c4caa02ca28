import { sql } from '../../db/statement.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import type { LineValues } from './invoice-lines.ts'
import type { InvoiceLineRow } from './invoice-row.ts'

const linesInOrder = sql<InvoiceLineRow>(
  'select * from invoice_line where company_id = $1 and invoice_id = $2 order by sort_order',
)
const deleteLines = sql('delete from invoice_line where company_id = $1 and invoice_id = $2')
const insertLines = sql(`
  insert into invoice_line
  select line.* from jsonb_populate_recordset(null::invoice_line, $1::jsonb) as line`)

/** The lines of an invoice, in order. */
export const storedLines = (tx: Tx, invoiceId: string): Promise<InvoiceLineRow[]> =>
  tx.sql(linesInOrder([tx.clinic.id, invoiceId]))

/** Adds the lines to an invoice that has none. */
export async function addLines(tx: Tx, invoiceId: string, lines: readonly LineValues[]): Promise<void> {
  const at = Date.parse(tx.now)
  const rows = lines.map(line => ({ company_id: tx.clinic.id, id: newId('ivl', at), invoice_id: invoiceId, ...line }))
  await tx.sql(insertLines([JSON.stringify(rows)]))
}

/** Puts the lines in place of those there are. */
export async function replaceLines(tx: Tx, invoiceId: string, lines: readonly LineValues[]): Promise<void> {
  await tx.sql(deleteLines([tx.clinic.id, invoiceId]))
  await addLines(tx, invoiceId, lines)
}
