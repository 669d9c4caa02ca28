import { EventEmitter } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { type Runner, type RunnerOptions, run, type WorkerEvents } from 'graphile-worker'
import type { Logger } from 'pino'
import type { Driver } from '../db/driver.ts'
import type { Job, JobDeps } from './job.ts'
import { jobLogger, jobPool, schedulesOf, tasksOf } from './queue.ts'
import { BEAT_MS, runnerBeat, runnerLeaves } from './tend-queue.ts'

export interface JobRunnerOptions {
  driver: Driver
  /** Logged in as a member of clinic_dispatcher. */
  databaseUrl: string
  jobs: readonly Job[]
  deps: JobDeps
  /** Jobs under way at once. */
  concurrency?: number
}

/** Runs what is in the queue. Any number of them may run against one database. */
export interface JobRunner {
  /** Takes nothing new and lets what is under way end. */
  stop(): Promise<void>
}

const CONCURRENCY = 8
const PAUSE_MS = 1_000

export async function startJobs(options: JobRunnerOptions): Promise<JobRunner> {
  const { driver, databaseUrl, jobs, deps, concurrency = CONCURRENCY } = options
  const { log } = deps
  const pool = jobPool(databaseUrl, concurrency)
  const pulse = startPulse(driver, databaseUrl, log)
  const started = () =>
    run({
      pgPool: pool,
      concurrency,
      noHandleSignals: true,
      logger: jobLogger(log),
      events: pulse.events,
      taskList: tasksOf(jobs, deps),
      parsedCronItems: schedulesOf(jobs),
    } satisfies RunnerOptions)
  let stopping = false
  let runner: Runner = await started()
  const running = keepRunning()

  /** graphile-worker gives up when it loses the database; this starts it again until there is one. */
  async function keepRunning(): Promise<void> {
    for (;;) {
      await runner.promise.catch(error => log.error({ err: error }, 'the job queue was lost'))
      if (stopping) return
      await delay(PAUSE_MS)
      if (stopping) return
      const again = await started().catch(error => void log.error({ err: error }, 'the job queue cannot be reached'))
      if (again) runner = again
    }
  }

  return {
    async stop() {
      stopping = true
      await runner.stop().catch(() => undefined)
      await running
      await pulse.stop()
      await pool.end()
    },
  }
}

/** Says now and then that the runner lives, under the name that graphile-worker gives it. */
function startPulse(driver: Driver, databaseUrl: string, log: Logger) {
  const connections = driver.connections(databaseUrl, 'clinic job pulse', 1)
  const events: WorkerEvents = new EventEmitter()
  let id: string | undefined
  const beat = async () => {
    if (id === undefined) return
    await connections.run(runnerBeat(id)).catch(error => log.error({ err: error }, 'the job runner could not be seen'))
  }
  events.on('pool:create', ({ workerPool }) => {
    id = workerPool.id
    void beat()
  })
  const timer = setInterval(() => void beat(), BEAT_MS)
  return {
    events,
    async stop() {
      clearInterval(timer)
      if (id !== undefined) await connections.run(runnerLeaves(id)).catch(() => undefined)
      await connections.close()
    },
  }
}
