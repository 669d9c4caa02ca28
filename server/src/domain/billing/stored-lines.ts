import { db } from '../../db/builder.ts'
import { sql } from '../../db/statement.ts'
import { newId } from '../../kernel/ids.ts'
import type { Tx } from '../../kernel/tx.ts'
import type { LineValues } from './invoice-lines.ts'
import type { InvoiceLineRow } from './invoice-row.ts'

/** The lines of an invoice, in order. */
export const storedLines = (tx: Tx, invoiceId: string): Promise<InvoiceLineRow[]> =>
  tx.rows(
    db
      .selectFrom('invoice_line')
      .selectAll()
      .where('company_id', '=', tx.clinic.id)
      .where('invoice_id', '=', invoiceId)
      .orderBy('sort_order'),
  )

const insertLines = sql(`
  insert into invoice_line
  select line.* from jsonb_populate_recordset(null::invoice_line, $1::jsonb) as line`)

/** Adds the lines to an invoice that has none. */
export async function addLines(tx: Tx, invoiceId: string, lines: readonly LineValues[]): Promise<void> {
  const at = Date.parse(tx.now)
  const rows = lines.map(line => ({ company_id: tx.clinic.id, id: newId('ivl', at), invoice_id: invoiceId, ...line }))
  await tx.sql(insertLines([JSON.stringify(rows)]))
}

/** Puts the lines in place of those there are. */
export async function replaceLines(tx: Tx, invoiceId: string, lines: readonly LineValues[]): Promise<void> {
  await tx.rows(
    db.deleteFrom('invoice_line').where('company_id', '=', tx.clinic.id).where('invoice_id', '=', invoiceId),
  )
  await addLines(tx, invoiceId, lines)
}
