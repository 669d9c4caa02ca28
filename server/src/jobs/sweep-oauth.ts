import { sql } from '../db/statement.ts'
import { scheduledJob } from './job.ts'

const sweep = sql('select sweep_oauth($1)')

/** Removes attempts, codes, tokens and connections that are over and clients that are not used. */
export const sweepOAuth = scheduledJob('sweep_oauth', '23 * * * *', ({ onPlatform, retention }) =>
  onPlatform(async tx => {
    await tx.sql(sweep([retention.auditMonths]))
  }),
)
