import { sql } from '../db/statement.ts'
import { scheduledJob } from './job.ts'

const BATCH_ROWS = 5_000
/** What is still there after these goes with the next run. */
const MOST_BATCHES = 500

const rollUp = sql<{ rows: number }>('select roll_up_branch_hours($1) as rows')

/** Adds the changes of branches' figures to their hours, a batch in each transaction. */
export const rollUpBranchHoursEveryMinute = scheduledJob(
  'roll_up_branch_hours',
  '* * * * *',
  async ({ onPlatform }) => {
    for (let batch = 0, rows = BATCH_ROWS; rows === BATCH_ROWS && batch < MOST_BATCHES; batch++) {
      const [answer] = await onPlatform(tx => tx.sql(rollUp([BATCH_ROWS])))
      rows = answer?.rows ?? 0
    }
  },
)
