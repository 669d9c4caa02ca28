import { sql } from '../../db/statement.ts'

/**
 * Of some appointments those in sight of these branches, and those that went elsewhere since an instant: who shows them hears
 * that they have left.
 */
export const appointmentsOnceInSight = sql<{ id: string }>(`
  select id from appointment as t where t.company_id = $1 and t.id = any($2) and (t.branch_id = any($3) or exists (
    select from record_change as moved where moved.company_id = t.company_id and moved.record_id = t.id
      and moved.at >= $4::timestamptz and moved.changes -> 'branch_id' ->> 0 = any($3)))`)
