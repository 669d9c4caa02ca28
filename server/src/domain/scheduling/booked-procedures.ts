import { sql } from '../../db/statement.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'

const known = sql<{ count: number }>(`
  select count(*)::integer as count from procedure where company_id = $1 and id = any($2)`)

/** 404 for a procedure that the clinic does not have. */
export async function requireProcedures(tx: Tx, ids: readonly string[] = []): Promise<void> {
  if (ids.length === 0) return
  const [found] = await tx.sql(known([tx.clinic.id, ids]))
  if (found?.count !== new Set(ids).size) refuse('not_found', { resource: 'procedure' })
}
