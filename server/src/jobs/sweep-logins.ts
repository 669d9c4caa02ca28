import { sql } from '../db/statement.ts'
import { scheduledJob } from './job.ts'

const sweep = sql('select sweep_logins()')([])

/** Forgets sessions and links that have ended, and failures that are a day old. */
export const sweepLogins = scheduledJob('sweep_logins', '23 * * * *', async ({ onPlatform }) => {
  await onPlatform(tx => tx.sql(sweep))
})
