import { sql } from '../db/statement.ts'
import { type JobDeps, scheduledJob } from './job.ts'

const BATCH_SIZE = 1_000
/** What is still there after these goes with the next run, so that no run keeps a worker for long. */
const MOST_BATCHES = 500

const TABLES = ['idempotency_record', 'rate_bucket', 'sandbox_message', 'staff_login_failure', 'oauth_event']
const FORGETTING = [
  ...TABLES.map(table => sql<{ gone: number }>(`select purge_old('${table}', $1) as gone`)),
  sql<{ gone: number }>('select forget_sightings($1) as gone'),
]

/** Deletes what has served its time, a batch in each transaction, so that no request waits for a long one. */
export async function forgetOld({ onPlatform }: Pick<JobDeps, 'onPlatform'>, batchSize = BATCH_SIZE): Promise<void> {
  for (const forget of FORGETTING) {
    for (let batch = 0, gone = batchSize; gone === batchSize && batch < MOST_BATCHES; batch++) {
      const [answer] = await onPlatform(tx => tx.sql(forget([batchSize])))
      gone = answer?.gone ?? 0
    }
  }
}

export const forgetOldRegularly = scheduledJob('forget_old', '3,13,23,33,43,53 * * * *', run => forgetOld(run))
