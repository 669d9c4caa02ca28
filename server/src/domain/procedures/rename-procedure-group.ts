import { sql } from '../../db/statement.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'

const lockGroup = sql<{ name: string }>('select name from procedure_group where company_id = $1 and id = $2 for update')
const rename = sql('update procedure_group set name = $3 where company_id = $1 and id = $2')
const touch = sql('update procedure set updated_at = $3 where company_id = $1 and group_id = $2')

/** Gives a group another name. Its procedures show that name, so they have changed for a client that reads a delta. */
export async function renameProcedureGroup(tx: Tx, { id, name }: { id: string; name: string }): Promise<void> {
  const [group] = await tx.sql(lockGroup([tx.clinic.id, id]))
  if (!group) return refuse('not_found', { resource: 'procedure_group' })
  if (group.name === name) return
  await tx.sql(rename([tx.clinic.id, id, name]))
  await tx.sql(touch([tx.clinic.id, id, tx.now]))
}
