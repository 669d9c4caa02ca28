import { sql } from '../db/statement.ts'
import type { PlatformTx } from '../kernel/tx.ts'

const ages = sql<{ kind: string; seconds: number }>(`
  select lower(kind) as kind, extract(epoch from now() - max(finished_at))::float8 as seconds
  from backup_run where faults = 0 group by 1`)

/** How many seconds ago there was the last good run of each kind; nothing of a kind of which there was none. */
export const backupAges = async (tx: PlatformTx): Promise<[labels: [kind: string], seconds: number][]> =>
  (await tx.sql(ages([]))).map(({ kind, seconds }) => [[kind], seconds])
