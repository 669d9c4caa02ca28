import { noticesFor } from '@clinic/contract/staff/notices.ts'
import type { StaffRole } from '@clinic/contract/staff/permissions.ts'
import { sql } from '../../db/statement.ts'
import type { TableRow } from '../../db/tables.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'

export type NoticeRow = TableRow<'clinic_notice'>

const roleOf = sql<{ role: StaffRole }>('select role from membership where company_id = $1 and user_id = $2')
const open = sql<NoticeRow>(`
  select * from clinic_notice where company_id = $1 and read_at is null and kind = any($2)
  order by created_at desc, id desc limit 50`)
const close = sql<{ id: string }>(`
  update clinic_notice set read_at = coalesce(read_at, $4), updated_at = case when read_at is null then $4 else updated_at end
  where company_id = $1 and id = $2 and kind = any($3) returning id`)

/** The kinds that the person who asks is told of. */
async function ownKinds(tx: Tx): Promise<readonly string[]> {
  const [membership] = await tx.sql(roleOf([tx.clinic.id, tx.caller.id]))
  return membership ? noticesFor(membership.role) : []
}

export const openNotices = async (tx: Tx): Promise<NoticeRow[]> => tx.sql(open([tx.clinic.id, await ownKinds(tx)]))

/** A notice that is for another role is not there. */
export async function closeNotice(tx: Tx, id: string): Promise<void> {
  const [found] = await tx.sql(close([tx.clinic.id, id, await ownKinds(tx), tx.now]))
  if (!found) refuse('not_found', { resource: 'notice' })
}
