import { sql } from '../db/statement.ts'
import { scheduledJob } from './job.ts'

const sweep = sql('select sweep_oauth($1)')
const sweepBuckets = sql('select sweep_rate_buckets()')

/** Removes attempts, codes, tokens and connections that are over, clients that nobody uses, and buckets that are full. */
export const sweepOAuth = scheduledJob('sweep_oauth', '23 * * * *', ({ onPlatform, retention }) =>
  onPlatform(async tx => {
    await tx.sql(sweep([retention.auditMonths]))
    await tx.sql(sweepBuckets([]))
  }),
)
