import type { TableRow } from '../../db/tables.ts'
import { listSource } from '../../kernel/list-source.ts'

export type AuditDayRow = TableRow<'audit_day_state'>

/** The sealed days, newest first, and what came of comparing them. */
export const auditDays = listSource<AuditDayRow>({
  name: 'listAuditDays',
  from: 'audit_day_state t',
  columns: 't.*',
  filters: { state: at => `t.state = ${at}` },
})
