import { sql } from '../db/statement.ts'
import { type JobDeps, scheduledJob } from './job.ts'

/** What the database does by itself as soon as it is asked. */

const keepAll = sql('select keep_all_partitions()')
const keepFourteenDays = sql('select keep_fourteen_days()')
const endLogins = sql('select sweep_logins()')
const endConnections = sql('select sweep_oauth()')

/** Makes the partitions of the coming days and drops those that are too old. */
export async function keepPartitions({ asKeeper }: JobDeps): Promise<void> {
  await asKeeper(tx => tx.sql(keepAll([])))
  await asKeeper(tx => tx.sql(keepFourteenDays([])))
}

export const keepPartitionsHourly = scheduledJob('keep_partitions', '7 * * * *', keepPartitions)

/** Forgets sessions and links that have ended, and failures that are a day old. */
export const sweepLogins = scheduledJob('sweep_logins', '23 * * * *', async ({ onPlatform }) => {
  await onPlatform(tx => tx.sql(endLogins([])))
})

/** Removes attempts, codes, tokens and connections that are over and clients that are not used. */
export const sweepOAuth = scheduledJob('sweep_oauth', '23 * * * *', async ({ asKeeper }) => {
  await asKeeper(tx => tx.sql(endConnections([])))
})
