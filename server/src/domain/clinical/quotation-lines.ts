import { sql } from '../../db/statement.ts'
import type { TableRow } from '../../db/tables.ts'
import type { Tx } from '../../kernel/tx.ts'
import type { OfferedLine } from './offered-lines.ts'

export type QuotationLineRow = TableRow<'quotation_line'>

const ofSome = sql<QuotationLineRow>(`
  select * from quotation_line where company_id = $1 and quotation_id = any($2) order by quotation_id, place`)
const forget = sql('delete from quotation_line where company_id = $1 and quotation_id = $2')
const add = sql(`
  insert into quotation_line (company_id, quotation_id, place, treatment_id, name, name_ar, code, tooth, tooth_part,
    quantity, price_minor, discount_minor, tax_minor, total_minor, insurance_minor, share_reason)
  select $1, $2, line.place, line.treatment_id, line.name, line.name_ar, line.code, line.tooth, line.tooth_part,
    line.quantity, line.price_minor, line.discount_minor, line.tax_minor, line.total_minor, line.insurance_minor, line.share_reason
  from jsonb_to_recordset($3::jsonb) as line (place integer, treatment_id text, name text, name_ar text, code text, tooth integer[],
    tooth_part text[], quantity integer, price_minor bigint, discount_minor bigint, tax_minor bigint, total_minor bigint,
    insurance_minor bigint, share_reason text)`)

/** The lines of some quotations, by each. */
export async function linesOfQuotations(
  tx: Tx,
  ids: readonly string[],
): Promise<(id: string) => readonly QuotationLineRow[]> {
  const rows = ids.length === 0 ? [] : await tx.sql(ofSome([tx.clinic.id, ids]))
  const byId = Map.groupBy(rows, ({ quotation_id }) => quotation_id)
  return id => byId.get(id) ?? []
}

/** Copies what is offered, instead of what was. */
export async function writeLines(tx: Tx, quotationId: string, lines: readonly OfferedLine[]): Promise<void> {
  await tx.sql(forget([tx.clinic.id, quotationId]))
  const placed = lines.map((line, place) => ({ ...line, place }))
  await tx.sql(add([tx.clinic.id, quotationId, JSON.stringify(placed)]))
}
