import { noticesFor } from '@clinic/contract/staff/notices.ts'
import { sql } from '../../db/statement.ts'
import type { TableRow } from '../../db/tables.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'

export type NoticeRow = TableRow<'clinic_notice'>

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
function sight({ clinic, caller }: Tx) {
  const { role, sight } = caller.person ?? refuse('not_permitted')
  return [clinic.id, noticesFor(role), sight.allBranches, sight.branchIds, caller.id] as const
}

export const openNotices = async (tx: Tx): Promise<NoticeRow[]> => tx.sql(open([...sight(tx)]))

/** A notice that the person does not see is not there. */
export async function closeNotice(tx: Tx, id: string): Promise<void> {
  const [found] = await tx.sql(close([...sight(tx), id, tx.now]))
  if (!found) refuse('not_found', { resource: 'notice' })
}
