import { sql } from '../../db/statement.ts'
import type { TableRow } from '../../db/tables.ts'
import { listSource } from '../../kernel/list-source.ts'
import type { PlatformTx } from '../../kernel/tx.ts'

export type AuditDayRow = TableRow<'audit_day_state'>

/** The sealed days, newest first, and what came of comparing them. */
export const auditDays = listSource<AuditDayRow>({
  name: 'listAuditDays',
  from: 'audit_day_state t',
  columns: 't.*',
  filters: { state: at => `t.state = ${at}` },
})

const broken = sql<{ days: number }>("select count(*)::int as days from audit_day_state where state = 'BROKEN'")

/** Of how many days, over all clinics, the records are not as they were sealed. */
export async function countBrokenDays(tx: Pick<PlatformTx, 'sql'>): Promise<number> {
  const [found] = await tx.sql(broken([]))
  return found?.days ?? 0
}
