import { sql } from '../db/statement.ts'
import { type JobDeps, scheduledJob } from './job.ts'

/** What the database does by itself as soon as it is asked. */

const keepAll = sql('select keep_all_partitions()')
const keepFourteenDays = sql('select keep_fourteen_days()')
const endLogins = sql('select sweep_logins() where is_control()')
const endConnections = sql('select sweep_oauth() where is_control()')

/** Makes the partitions of the coming days and drops those that are too old. */
export async function keepPartitions({ asKeeper }: JobDeps): Promise<void> {
  await asKeeper(tx => tx.sql(keepAll([])))
  await asKeeper(tx => tx.sql(keepFourteenDays([])))
}

export const keepPartitionsHourly = scheduledJob('keep_partitions', '7 * * * *', keepPartitions)

const endMonths = sql(`
  select prune_audit(month) from retention, pg_inherits join pg_class on pg_class.oid = inhrelid,
    to_date(right(relname, 8), 'YYYYMMDD') as month
  where inhparent = 'audit_record'::regclass and relname ~ '_p[0-9]{8}$' and audit_months > 0
    and month + interval '1 month' <= now() - greatest(audit_months, 72) * interval '1 month'`)

/** Ends the months of the audit that the operator does not keep any longer; the database says from when on that may be. */
export const pruneAuditDaily = scheduledJob('prune_audit', '37 3 * * *', async ({ asRetention }) => {
  await asRetention(tx => tx.sql(endMonths([])))
})

/** Forgets sessions and links that have ended, and failures that are a day old. */
export const sweepLogins = scheduledJob('sweep_logins', '23 * * * *', async ({ onPlatform }) => {
  await onPlatform(tx => tx.sql(endLogins([])))
})

/** Removes attempts, codes, tokens and connections that are over and clients that are not used. */
export const sweepOAuth = scheduledJob('sweep_oauth', '23 * * * *', async ({ asKeeper }) => {
  await asKeeper(tx => tx.sql(endConnections([])))
})
