import type { Tx } from '../../kernel/tx.ts'
import type { QuotationRow } from './quotation.ts'

/** Records that the patient has opened the quotation. Fires nothing: quotation.viewed is never sent (specification, Events, rule 2). */
export async function seeQuotation(tx: Tx, { id }: { id: string }): Promise<QuotationRow> {
  const before = await tx.lock('quotation', id)
  return before.seen ? before : tx.update('quotation', id, { seen: true })
}
