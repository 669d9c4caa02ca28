import { sql } from '../../db/statement.ts'

/** Of some claims those of these branches, where they stay. */
export const claimsInSight = sql<{ id: string }>(`
  select id from claim where company_id = $1 and id = any($2) and branch_id = any($3) and $4::timestamptz is not null`)
