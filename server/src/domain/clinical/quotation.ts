import { sql } from '../../db/statement.ts'
import type { TableRow } from '../../db/tables.ts'
import { changeRecord } from '../../kernel/change-record.ts'
import type { Tx } from '../../kernel/tx.ts'
import { toMajor } from '../../kernel/values/money.ts'
import type { TreatmentRow } from './treatment.ts'

export type QuotationRow = TableRow<'quotation'>

/** What every event of a quotation tells (contract section 8). */
export const quotationFacts = (tx: Tx, row: QuotationRow) => ({
  id: row.id,
  branchId: row.branch_id,
  total: toMajor(row.total_minor, tx.clinic.currency),
  signed: row.signed,
  patientId: row.patient_id,
})

/** Records that the patient has opened the quotation. Fires nothing: quotation.viewed is never sent (specification, Events, rule 2). */
export const seeQuotation = async (tx: Tx, { id }: { id: string }): Promise<QuotationRow> =>
  changeRecord(tx, 'quotation', await tx.lock('quotation', id), { seen: true })

/** The share of its treatments that is done, by amount, or by number where they cost nothing; rejected ones are left out. */
const progress = sql(`
  update quotation q
  set completed_percent = done.percent, updated_at = $3
  from (
    select coalesce(round(
      sum(completed_percent * weight) / nullif(sum(weight), 0), 2), 0) as percent
    from (
      select t.completed_percent,
        case when sum(t.amount_minor) over () > 0 then t.amount_minor else 1 end as weight
      from treatment t
      where t.company_id = $1 and t.quotation_id = $2 and t.status <> 'REJECTED'
    ) as weighed
  ) as done
  where q.company_id = $1 and q.id = $2 and q.completed_percent <> done.percent`)

/** Brings the quotation that offers the treatment up to date with it. */
export async function followTreatment(tx: Tx, { quotation_id }: Pick<TreatmentRow, 'quotation_id'>): Promise<void> {
  if (quotation_id !== null) await tx.sql(progress([tx.clinic.id, quotation_id, tx.now]))
}
