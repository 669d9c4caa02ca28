import { sql } from '../db/statement.ts'
import type { PlatformTx } from '../kernel/tx.ts'

const oldest = sql<{ seconds: number }>(`
  select coalesce(extract(epoch from now() - min(run_at)), 0)::float8 as seconds
  from graphile_worker._private_jobs where is_available and run_at <= now()`)

/** For how many seconds the job that has waited longest could have run; 0 where none waits. */
export async function oldestJob(tx: PlatformTx): Promise<number> {
  const [found] = await tx.sql(oldest([]))
  return found?.seconds ?? 0
}
