import { sql } from '../../db/statement.ts'

/** Of some branches these. */
export const branchesInSight = sql<{ id: string }>(`
  select id from branch where company_id = $1 and id = any($2) and id = any($3) and $4::timestamptz is not null`)

/** Who works at some branches: asked once, and not for each record of theirs. */
const WORK_THERE = `array(select works.practitioner_id from practitioner_branch as works
  where works.company_id = $1 and works.branch_id = any($3))`

/** Of some practitioners those who work at one of these branches. */
export const practitionersInSight = sql<{ id: string }>(`
  select id from practitioner as t where t.company_id = $1 and t.id = any($2) and t.id = any(${WORK_THERE})
    and $4::timestamptz is not null`)

/** Of some times off those of doctors who work at one of these branches; doctors do not leave a branch unheard. */
export const timeOffInSight = sql<{ id: string }>(`
  select id from practitioner_time_off as t where t.company_id = $1 and t.id = any($2)
    and t.practitioner_id = any(${WORK_THERE}) and $4::timestamptz is not null`)

/** Of some blocks of rooms those of these branches, where they stay. */
export const roomBlocksInSight = sql<{ id: string }>(`
  select id from room_block where company_id = $1 and id = any($2) and branch_id = any($3) and $4::timestamptz is not null`)
