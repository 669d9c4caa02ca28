import { sql } from '../../db/statement.ts'

/** Of some records of a table those in these branches, and those that went elsewhere since an instant: who shows them hears that they have left. */
export const onceInBranch = (table: 'appointment' | 'wait_list_entry') =>
  sql<{ id: string }>(`
  select id from ${table} as t where t.company_id = $1 and t.id = any($2) and (t.branch_id = any($3) or exists (
    select from record_change as moved where moved.company_id = t.company_id and moved.record_id = t.id
      and moved.at >= $4::timestamptz and moved.changes -> 'branch_id' ->> 0 = any($3)))`)
