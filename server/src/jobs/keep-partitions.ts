import { sql } from '../db/statement.ts'
import { type JobDeps, scheduledJob } from './job.ts'

/** Events are kept as long as the contract promises that they can be listed and recovered, and a day to spare. */
const EVENT_DAYS = 31

const keepAll = sql('select keep_all_partitions($1, $2, $3)')

/** Makes the partitions of the coming days and drops those that are too old. */
export const keepPartitions = ({ onPlatform, retention }: JobDeps): Promise<void> =>
  onPlatform(async tx => {
    await tx.sql(keepAll([EVENT_DAYS, retention.deliveryDays, retention.auditMonths]))
  })

export const keepPartitionsHourly = scheduledJob('keep_partitions', '7 * * * *', keepPartitions)
