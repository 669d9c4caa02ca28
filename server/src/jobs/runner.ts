import { setTimeout as delay } from 'node:timers/promises'
import { type Runner, type RunnerOptions, run, type WorkerEvents } from 'graphile-worker'
import type { Logger } from 'pino'
import type { Driver } from '../db/driver.ts'
import type { Tally } from '../kernel/tally.ts'
import type { Job, JobDeps } from './job.ts'
import { type AroundRun, jobLogger, jobPool, schedulesOf, tasksOf } from './queue.ts'
import { startHeartbeat } from './runner-heartbeat.ts'

interface JobRunnerOptions {
  driver: Driver
  /** Logged in as a member of clinic_dispatcher. */
  databaseUrl: string
  jobs: readonly Job[]
  deps: JobDeps
  /** Counts runs by job and how they ended, for metrics. */
  runs?: Tally
  around?: AroundRun | undefined
  /** Jobs under way at the same time. */
  concurrency?: number
}

/** Runs what is in the queue. Any number of them may run against one database. */
interface JobRunner {
  /** Takes nothing new and lets what is under way end. */
  stop(): Promise<void>
}

const CONCURRENCY = 8
const PAUSE_MS = 1_000

export async function startJobs(options: JobRunnerOptions): Promise<JobRunner> {
  const { driver, databaseUrl, jobs, deps, runs, around, concurrency = CONCURRENCY } = options
  const { log } = deps
  const pool = jobPool(databaseUrl, concurrency)
  const heartbeat = startHeartbeat(driver, databaseUrl, log)
  if (runs) countRuns(heartbeat.events, runs)
  const start = () =>
    run({
      pgPool: pool,
      concurrency,
      noHandleSignals: true,
      logger: jobLogger(log),
      events: heartbeat.events,
      taskList: tasksOf(jobs, deps, around),
      parsedCronItems: schedulesOf(jobs),
    } satisfies RunnerOptions)
  const runner = keepRunning(await start(), start, log)
  return {
    async stop() {
      await runner.stop()
      await heartbeat.stop()
      await pool.end()
    },
  }
}

function countRuns(events: WorkerEvents, runs: Tally): void {
  events.on('job:success', ({ job }) => runs.add(job.task_identifier, 'succeeded'))
  events.on('job:error', ({ job }) => runs.add(job.task_identifier, 'failed'))
}

/** graphile-worker gives up when it loses the database; this starts it again until there is one. */
function keepRunning(first: Runner, start: () => Promise<Runner>, log: Logger): JobRunner {
  let runner = first
  let stopping = false

  async function untilStopped(): Promise<void> {
    for (;;) {
      await runner.promise.catch(error => log.error({ err: error }, 'the job queue was lost'))
      if (stopping) return
      await delay(PAUSE_MS)
      if (stopping) return
      const again = await start().catch(error => void log.error({ err: error }, 'the job queue cannot be reached'))
      if (again) runner = again
    }
  }

  const running = untilStopped()
  return {
    async stop() {
      stopping = true
      await runner.stop().catch(() => undefined)
      await running
    },
  }
}
