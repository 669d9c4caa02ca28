import { sql } from '../db/statement.ts'
import { type JobDeps, scheduledJob } from './job.ts'

/** What the database does by itself as soon as it is asked. */

/** Events are kept as long as the contract promises that they can be listed and recovered, and a day to spare. */
const EVENT_DAYS = 31

const keepAll = sql('select keep_all_partitions($1, $2, $3)')
const endLogins = sql('select sweep_logins()')
const endConnections = sql('select sweep_oauth($1)')

/** Makes the partitions of the coming days and drops those that are too old. */
export async function keepPartitions({ onPlatform, retention }: JobDeps): Promise<void> {
  await onPlatform(tx => tx.sql(keepAll([EVENT_DAYS, retention.deliveryDays, retention.auditMonths])))
}

export const keepPartitionsHourly = scheduledJob('keep_partitions', '7 * * * *', keepPartitions)

/** Forgets sessions and links that have ended, and failures that are a day old. */
export const sweepLogins = scheduledJob('sweep_logins', '23 * * * *', async ({ onPlatform }) => {
  await onPlatform(tx => tx.sql(endLogins([])))
})

/** Removes attempts, codes, tokens and connections that are over and clients that are not used. */
export const sweepOAuth = scheduledJob('sweep_oauth', '23 * * * *', async ({ onPlatform, retention }) => {
  await onPlatform(tx => tx.sql(endConnections([retention.auditMonths])))
})
