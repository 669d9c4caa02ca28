import { sql } from '../../db/statement.ts'
import type { TableRow } from '../../db/tables.ts'
import type { Tx } from '../../kernel/tx.ts'

export type ReviewRow = TableRow<'plugin_review'>
const decided = sql<ReviewRow>(`
  select * from plugin_review where company_id = $1 and version_id = $2 and decision is not null
  order by decided_at desc limit 1`)

/** What a reviewer decided about a version of the publisher, if one has. */
export const decisionAbout = async (tx: Tx, versionId: string): Promise<ReviewRow | undefined> =>
  (await tx.sql(decided([tx.clinic.id, versionId])))[0]
