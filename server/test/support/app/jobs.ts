import { runOnce } from 'graphile-worker'
import { pino } from 'pino'
import { createEgress } from '../../../src/egress/agent.ts'
import { ALL_JOBS } from '../../../src/jobs/all-jobs.ts'
import type { Job, JobDeps } from '../../../src/jobs/job.ts'
import { openJobDeps } from '../../../src/jobs/job-deps.ts'
import { jobLogger, jobPool, tasksOf } from '../../../src/jobs/queue.ts'
import { secretBox } from '../../../src/kernel/values/secret-box.ts'
import { readEnv } from '../../../src/settings/env.ts'
import { directDriver, wayTo } from '../database/driver.ts'
import { MASTER_KEY, type TestApp } from './harness.ts'

const CONCURRENCY = 4

export interface JobWishes {
  /** All that there are unless told. */
  jobs?: readonly Job[]
  /** Replaces what jobs use of the world. */
  deps?: Partial<JobDeps>
  /** Of the environment. */
  settings?: Record<string, string>
  concurrency?: number
}

/** Runs every job that is due, and those that follow from them; returns when nothing is due any more. */
export async function runJobs(
  { database }: TestApp,
  { jobs = ALL_JOBS, deps, settings, concurrency = CONCURRENCY }: JobWishes = {},
): Promise<void> {
  const log = pino({ level: process.env.LOG_LEVEL ?? 'silent' })
  const env = readEnv({ NODE_ENV: 'test', BASE_URL: 'https://clinic.test', ...wayTo(database.appUrl), ...settings })
  const egress = createEgress({ allowPrivate: true })
  const databaseUrls = {
    ...{ app: database.appUrl, dispatcher: database.dispatcherUrl, keeper: database.keeperUrl },
    ...{ sealer: database.sealerUrl, retention: database.retentionUrl },
  }
  const world = openJobDeps({ driver: directDriver, env, databaseUrls, box: secretBox([MASTER_KEY]), egress, log })
  const pool = jobPool(database.dispatcherUrl, concurrency)
  try {
    await runOnce({
      pgPool: pool,
      concurrency,
      noHandleSignals: true,
      logger: jobLogger(log),
      taskList: tasksOf(jobs, { ...world, ...deps }),
    })
  } finally {
    await Promise.all([pool.end(), world.close(), egress.close()])
  }
}

/** Makes what waits for a later time due now: jobs that failed and are tried again, and those put off. */
export const hastenJobs = ({ sql }: TestApp): Promise<unknown> =>
  sql('update graphile_worker._private_jobs set run_at = now() where run_at > now()')
