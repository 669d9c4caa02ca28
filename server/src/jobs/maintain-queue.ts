import { sql } from '../db/statement.ts'
import { scheduledJob } from './job.ts'

/** The jobs of a runner that has not reported for so long that it is alive are free again. */
const GONE_AFTER = '1 minute'
/** How long jobs that failed for good are kept to be looked at. */
const FAILED_KEPT = '30 days'

const release = sql(`
  select graphile_worker.force_unlock_workers(array_agg(distinct holder)) from (
    select locked_by, locked_at from graphile_worker._private_jobs
    union all select locked_by, locked_at from graphile_worker._private_job_queues
  ) as locked (holder, held_at)
  where held_at < now() - interval '${GONE_AFTER}' and not exists (
    select from job_runner where id = holder and seen_at > now() - interval '${GONE_AFTER}')
  having count(*) > 0`)
const forgetRunners = sql(`delete from job_runner where seen_at < now() - interval '1 day'`)
const forgetFailed = sql(`
  delete from graphile_worker._private_jobs
  where attempts >= max_attempts and locked_at is null and updated_at < now() - interval '${FAILED_KEPT}'`)

/** Gives back what a worker was doing when it died, which graphile-worker by itself would do after four hours. */
export const maintainQueue = scheduledJob('maintain_queue', '* * * * *', ({ onPlatform }) =>
  onPlatform(async tx => {
    for (const statement of [release, forgetRunners, forgetFailed]) await tx.sql(statement([]))
  }),
)
