import { sql } from '../../db/statement.ts'
import { changeRecord } from '../../kernel/change-record.ts'
import type { Parts, Tx } from '../../kernel/tx.ts'

const worksAt = sql<{ branch_id: string }>(`
  select branch_id from practitioner_branch where company_id = $1 and practitioner_id = $2 order by branch_id`)
const leave = sql(`
  delete from practitioner_branch where company_id = $1 and practitioner_id = $2 and branch_id <> all($3::text[])
  returning branch_id`)
const join = sql(`
  insert into practitioner_branch (company_id, practitioner_id, branch_id) select $1, $2, unnest($3::text[])
  on conflict do nothing returning branch_id`)

/** The branches at which a practitioner works. */
export const branchesOf = async (tx: Tx, id: string): Promise<string[]> =>
  (await tx.sql(worksAt([tx.clinic.id, id]))).map(({ branch_id }) => branch_id)

/** Says at which branches a practitioner works, and answers what that changed of their record, if anything. */
export async function moveBranches(tx: Tx, id: string, branchIds: readonly string[]): Promise<Parts | undefined> {
  const had = await branchesOf(tx, id)
  const values = [tx.clinic.id, id, branchIds]
  const left = await tx.sql(leave(values))
  const joined = await tx.sql(join(values))
  return left.length + joined.length === 0 ? undefined : { branch_ids: [had, [...branchIds].sort()] }
}

/** The same alone, which is part of their record: a delta shows it as changed. */
export async function assignBranches(tx: Tx, id: string, branchIds: readonly string[]): Promise<void> {
  const before = await tx.lock('practitioner', id)
  const parts = await moveBranches(tx, id, branchIds)
  if (parts) await changeRecord(tx, 'practitioner', before, {}, parts)
}
