import { sql } from '../../db/statement.ts'
import { changeRecord } from '../../kernel/change-record.ts'
import type { Tx } from '../../kernel/tx.ts'

const worksAt = sql<{ branch_id: string }>(`
  select branch_id from practitioner_branch where company_id = $1 and practitioner_id = $2 order by branch_id`)
const leave = sql(`
  delete from practitioner_branch where company_id = $1 and practitioner_id = $2 and branch_id <> all($3::text[])
  returning branch_id`)
const join = sql(`
  insert into practitioner_branch (company_id, practitioner_id, branch_id) select $1, $2, unnest($3::text[])
  on conflict do nothing returning branch_id`)

/** Says at which branches a practitioner works, which is part of their record: a delta shows it as changed. */
export async function assignBranches(tx: Tx, id: string, branchIds: readonly string[]): Promise<void> {
  const before = await tx.lock('practitioner', id)
  const values = [tx.clinic.id, id, branchIds]
  const had = await tx.sql(worksAt([tx.clinic.id, id]))
  const left = await tx.sql(leave(values))
  const joined = await tx.sql(join(values))
  if (left.length + joined.length === 0) return
  const branches = had.map(({ branch_id }) => branch_id)
  await changeRecord(tx, 'practitioner', before, {}, { branch_ids: [branches, [...branchIds].sort()] })
}
