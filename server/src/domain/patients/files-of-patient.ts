import { sql } from '../../db/statement.ts'
import type { Tx } from '../../kernel/tx.ts'

const files = sql<{ ids: string[] }>('select files_of_patient($1, $2) as ids')

/** The file with all that were merged into it: what keeps the id that it had is found under theirs. */
export async function filesOfPatient(tx: Tx, id: string): Promise<string[]> {
  const [found] = await tx.sql(files([tx.clinic.id, id]))
  return [id, ...(found?.ids ?? []).filter(one => one !== id).sort()]
}
