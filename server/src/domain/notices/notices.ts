import { noticesFor } from '@clinic/contract/staff/notices.ts'
import type { StaffRole } from '@clinic/contract/staff/permissions.ts'
import { sql } from '../../db/statement.ts'
import type { TableRow } from '../../db/tables.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'

export type NoticeRow = TableRow<'clinic_notice'>

const sightOf = sql<{ role: StaffRole; all_branches: boolean; branch_ids: string[] }>(`
  select member.role, sees_all_branches(member) as all_branches, array(
    select works.branch_id from practitioner_branch as works
    where works.company_id = member.company_id and works.practitioner_id = member.practitioner_id) as branch_ids
  from membership as member where member.company_id = $1 and member.user_id = $2`)

/** Of the kinds that the role is told of; of a branch only where the person sees it, and of a login to whom it belongs. */
const IN_SIGHT = `kind = any($2) and ($3 or data->>'branchId' is null or data->>'branchId' = any($4))
  and (data->>'userId' is null or data->>'userId' = $5)`
const open = sql<NoticeRow>(`
  select * from clinic_notice where company_id = $1 and read_at is null and ${IN_SIGHT}
  order by created_at desc, id desc limit 50`)
const close = sql<{ id: string }>(`
  update clinic_notice
  set read_at = coalesce(read_at, $7), updated_at = case when read_at is null then $7 else updated_at end
  where company_id = $1 and id = $6 and ${IN_SIGHT} returning id`)

/** The parameters of what the person who asks may see. */
async function sight(tx: Tx) {
  const [member] = await tx.sql(sightOf([tx.clinic.id, tx.caller.id]))
  const { role, all_branches, branch_ids } = member ?? refuse('not_permitted')
  return [tx.clinic.id, noticesFor(role), all_branches, branch_ids, tx.caller.id] as const
}

export const openNotices = async (tx: Tx): Promise<NoticeRow[]> => tx.sql(open([...(await sight(tx))]))

/** A notice that the person does not see is not there. */
export async function closeNotice(tx: Tx, id: string): Promise<void> {
  const [found] = await tx.sql(close([...(await sight(tx)), id, tx.now]))
  if (!found) refuse('not_found', { resource: 'notice' })
}
