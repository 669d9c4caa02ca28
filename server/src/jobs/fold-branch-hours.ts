import { sql } from '../db/statement.ts'
import { type JobDeps, scheduledJob } from './job.ts'

const AT_ONCE = 5_000
/** What is still there after these goes with the next run. */
const MOST_BATCHES = 500

const fold = sql<{ folded: number }>('select fold_branch_hours($1) as folded')

/** Adds up what was noted about the hours of branches, a batch in each transaction. */
export async function foldBranchHours({ onPlatform }: Pick<JobDeps, 'onPlatform'>, atOnce = AT_ONCE): Promise<void> {
  for (let batch = 0, folded = atOnce; folded === atOnce && batch < MOST_BATCHES; batch++) {
    const [answer] = await onPlatform(tx => tx.sql(fold([atOnce])))
    folded = answer?.folded ?? 0
  }
}

export const foldBranchHoursEveryMinute = scheduledJob('fold_branch_hours', '* * * * *', run => foldBranchHours(run))
