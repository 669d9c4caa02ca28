import { sql } from '../../db/statement.ts'
import type { Tx } from '../../kernel/tx.ts'

const totals = sql(`
  update patient as t set
    invoiced_minor = (select coalesce(sum(total_minor), 0) from invoice where company_id = $1 and patient_id = t.id),
    paid_minor = (select coalesce(sum(paid_minor), 0) from invoice where company_id = $1 and patient_id = t.id),
    balance_minor = (select coalesce(sum(balance_minor), 0) from payment
      where company_id = $1 and patient_id = t.id and refunded_at is null)
  where t.company_id = $1 and t.id = any($2)`)

const newer = (table: string, alike: string) => `exists (
  select from ${table} as newer where newer.company_id = $1 and newer.patient_id = t.patient_id ${alike}
    and (newer.created_at, newer.id) > (t.created_at, t.id))`
const lastOf = (table: string, alike: string) => [
  sql(`update ${table} as t set last = false, updated_at = $3
    where t.company_id = $1 and t.patient_id = any($2) and t.last and ${newer(table, alike)}`),
  sql(`update ${table} as t set last = true, updated_at = $3
    where t.company_id = $1 and t.patient_id = any($2) and not t.last and not ${newer(table, alike)}`),
]
const lasts = [...lastOf('encounter', ''), ...lastOf('measurement', "and newer.name = t.name and t.name <> ''")]

/** Makes totals the sums that they are, and the newest of each kind the last one, of files whose rows have moved. */
export async function settleFiles(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.sql(totals([tx.clinic.id, ids]))
  for (const settle of lasts) await tx.sql(settle([tx.clinic.id, ids, tx.now]))
}
