import { sql } from '../../../db/statement.ts'
import type { Tx } from '../../../kernel/tx.ts'
import { holdClinic } from './move-clock.ts'
import { REAL_TIME_JOBS } from './sandbox-jobs.ts'

const takeTime = sql("select set_config('statement_timeout', '300000', true)")
const putBack = sql('select reset_sandbox($1::text[])')
const end = sql(`
  update sandbox_run set state = $3, reached_at = to_at, done = 1 where company_id = $1 and id = $2`)

/** Puts the clinic back to its beginning and to the real time, while no other transaction writes in it. */
export async function resetClinic(tx: Tx, runId: string): Promise<void> {
  const held = await holdClinic(tx, runId)
  if (!held) return
  await tx.sql(takeTime([]))
  await tx.sql(putBack([REAL_TIME_JOBS]))
  await endReset(tx, runId, 'DONE')
}

/** Ends a reset; of one that failed nothing has stayed. */
export async function endReset(tx: Tx, runId: string, state: 'DONE' | 'FAILED'): Promise<void> {
  await tx.sql(end([tx.clinic.id, runId, state]))
  tx.touched.row('sandbox_run', { id: runId }, ['state'])
}
