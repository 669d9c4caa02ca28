import { sql } from '../../db/statement.ts'
import { insertMany } from '../../kernel/insert-many.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import type { LineValues } from './invoice-lines.ts'
import type { InvoiceLineRow } from './invoice-row.ts'

const linesInOrder = sql<InvoiceLineRow>(
  'select * from invoice_line where company_id = $1 and invoice_id = $2 order by sort_order',
)
const deleteLines = sql('delete from invoice_line where company_id = $1 and invoice_id = $2')

/** The lines of an invoice, in order. */
export const storedLines = (tx: Tx, invoiceId: string): Promise<InvoiceLineRow[]> =>
  tx.sql(linesInOrder([tx.clinic.id, invoiceId]))

/** Adds the lines to an invoice that has none. */
export async function addLines(tx: Tx, invoiceId: string, lines: readonly LineValues[]): Promise<void> {
  const rows = lines.map(line => ({ id: newId('ivl', Date.parse(tx.now)), invoice_id: invoiceId, ...line }))
  for (const statement of insertMany('invoice_line', tx.clinic.id, rows)) await tx.sql(statement)
}

/** Puts the lines in place of those there are. */
export async function replaceLines(tx: Tx, invoiceId: string, lines: readonly LineValues[]): Promise<void> {
  await tx.sql(deleteLines([tx.clinic.id, invoiceId]))
  await addLines(tx, invoiceId, lines)
}
