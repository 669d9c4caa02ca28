import { listSource } from '../../kernel/list-source.ts'
import type { HeadRow } from './audit-head.ts'

/** A head as it is listed: without the hashes that it is made of. */
export type ListedHead = Omit<HeadRow, 'leaves' | 'peaks'> & { id: string; created_at: string }

export const auditHeads = listSource<ListedHead>({
  name: 'listAuditHeads',
  from: '(select *, sealed_at as created_at, number as id from audit_head) as t',
  columns: `t.id::text as id, t.created_at, t.company_id, t.number, t.day, t.size, t.root, t.previous, t.sealed_at, t.sealed_to,
    t.closing, t.imported, t.key_id, t.signature`,
})
