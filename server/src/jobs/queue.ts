import { Logger as JobLogger, type ParsedCronItem, parseCronItems, type TaskList } from 'graphile-worker'
import pg from 'pg'
import type { Logger } from 'pino'
import type { Job, JobDeps } from './job.ts'

/** Our jobs in the terms of graphile-worker. */

/** The queue's own connections: one listens for new jobs. */
export function jobPool(databaseUrl: string, concurrency: number): pg.Pool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    application_name: 'clinic jobs',
    max: concurrency + 1,
    keepAlive: true,
  })
  // A connection that the server ends is dropped, and the job that was using it sees its own statement fail.
  pool.on('error', () => undefined)
  pool.on('connect', client => client.on('error', () => undefined))
  return pool
}

/** What stands around each run of a job. */
export type AroundRun = (name: string, run: () => Promise<void>) => Promise<void>

export function tasksOf(jobs: readonly Job[], deps: JobDeps, around: AroundRun = (_name, run) => run()): TaskList {
  const tasks: TaskList = {}
  for (const job of jobs)
    tasks[job.name] = (payload, { job: { attempts, max_attempts } }) => {
      const run = { inClinic: deps.inClinicFor(job.name), attempt: attempts, isLast: attempts >= max_attempts }
      return around(job.name, () => job.run({ ...deps, ...run }, payload))
    }
  return tasks
}

/** A schedule that is still busy with its last run waits for the next minute, so one attempt is enough. */
export function schedulesOf(jobs: readonly Job[]): ParsedCronItem[] {
  const items = jobs.flatMap(({ name, schedule }) =>
    schedule === undefined ? [] : [{ task: name, match: schedule, options: { jobKey: name, maxAttempts: 1 } }],
  )
  return parseCronItems(items)
}

const LEVELS = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const

export const jobLogger = (log: Logger): JobLogger =>
  new JobLogger(({ taskIdentifier, jobId }) => (level, message, { error }) => {
    log[LEVELS[level]]({ job: taskIdentifier, jobId, ...(error instanceof Error && { err: error }) }, message)
  })
