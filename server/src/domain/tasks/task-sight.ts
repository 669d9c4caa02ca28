import { sql } from '../../db/statement.ts'

/** Of some tasks those of these branches and of none, and those that went elsewhere since an instant. */
export const tasksOnceInSight = sql<{ id: string }>(`
  select id from task as t where t.company_id = $1 and t.id = any($2)
    and (t.branch_id is null or t.branch_id = any($3) or exists (
      select from record_change as moved where moved.company_id = t.company_id and moved.record_id = t.id
        and moved.at >= $4::timestamptz and moved.changes ? 'branch_id'
        and (moved.changes -> 'branch_id' ->> 0 is null or moved.changes -> 'branch_id' ->> 0 = any($3))))`)
