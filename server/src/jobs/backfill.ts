import { setTimeout as delay } from 'node:timers/promises'
import { sql } from '../db/statement.ts'
import { type JobDeps, scheduledJob } from './job.ts'

/** Of a batch, whose rows are locked while it lasts: the first has so many, the next as many as take so long. */
const FIRST_ROWS = 100
const [LEAST_ROWS, MOST_ROWS] = [10, 1_000]
const BATCH_MS = 100
/** Of a run, which another follows within the minute: a worker that is told to end is not held up for longer. */
const LONGEST_MS = 20_000
const PAUSE_MS = 20
/** A replica that is further behind is let come nearer first, long before reports stop being read from it. */
const MOST_LAG_MS = 2_000
const LATE_PAUSE_MS = 500

const step = sql<{ state: string }>('select backfill_step($1) as state')

/**
 * Mends rows for migrations, in small transactions with as long a pause as each took. How far it has come commits with what
 * was mended, so a run may end anywhere; of any number of workers one is at it at a time.
 */
export async function mendRows({ onPlatform, replicaLagMs }: Pick<JobDeps, 'onPlatform' | 'replicaLagMs'>) {
  const ends = performance.now() + LONGEST_MS
  let rows = FIRST_ROWS
  while (performance.now() < ends) {
    if ((replicaLagMs() ?? 0) > MOST_LAG_MS) {
      await delay(LATE_PAUSE_MS)
      continue
    }
    const began = performance.now()
    const [done] = await onPlatform(tx => tx.sql(step([rows])))
    if (done?.state !== 'MORE') return
    const took = performance.now() - began
    rows = Math.round(Math.min(MOST_ROWS, Math.max(LEAST_ROWS, rows * Math.min(2, BATCH_MS / took))))
    await delay(Math.max(PAUSE_MS, took))
  }
}

export const backfill = scheduledJob('backfill', '* * * * *', mendRows)
