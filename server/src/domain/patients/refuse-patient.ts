import { sql } from '../../db/statement.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'

const wentTo = sql<{ id: string }>(`
  with recursive went as (
    select merged_into_id as id from patient where company_id = $1 and id = $2
    union
    select next.merged_into_id from patient as next join went on next.id = went.id where next.company_id = $1)
  select open.id from went join patient as open on open.company_id = $1 and open.id = went.id and open.deleted_at is null`)

/** Says that there is no such file, and where it went if it was merged into another. */
export async function refusePatient(tx: Tx, id: string): Promise<never> {
  const [kept] = await tx.sql(wentTo([tx.clinic.id, id]))
  return refuse('not_found', kept ? { resource: 'patient', mergedIntoId: kept.id } : { resource: 'patient' })
}
