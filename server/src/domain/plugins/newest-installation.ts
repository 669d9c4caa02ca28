import { sql } from '../../db/statement.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'

const newest = sql<{ id: string }>(`
  select id from installation where company_id = $1 and status <> 'UNINSTALLED' order by created_at desc, id desc limit 1`)

/** The plugin that the clinic installed last and still has, or 404. */
export async function newestInstallation(tx: Tx): Promise<string> {
  const [found] = await tx.sql(newest([tx.clinic.id]))
  return found?.id ?? refuse('not_found', { resource: 'installation' })
}
