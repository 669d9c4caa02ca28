import type { Logger } from 'pino'
import { DRIVERS } from './db/drivers.ts'
import { observedDriver } from './db/observed-driver.ts'
import { pooledUrl } from './db/session.ts'
import { countBrokenDays } from './domain/audit/audit-days.ts'
import { createEgress } from './egress/agent.ts'
import { COUNTS, DURATIONS, LEVELS } from './http/figures.ts'
import type { Metrics } from './http/metrics.ts'
import { ALL_JOBS } from './jobs/all-jobs.ts'
import { backfillProgress, type Progress, progressLine } from './jobs/backfill-progress.ts'
import { backupAges } from './jobs/backup-ages.ts'
import { horizonLag } from './jobs/horizon-lag.ts'
import type { JobDeps } from './jobs/job.ts'
import { openJobDeps } from './jobs/job-deps.ts'
import { oldestJob } from './jobs/oldest-job.ts'
import { startJobs } from './jobs/runner.ts'
import { keepPartitions } from './jobs/upkeep.ts'
import { Tally } from './kernel/tally.ts'
import { PROVIDER_CALLS } from './kernel/timing.ts'
import type { SecretBox } from './kernel/values/secret-box.ts'
import type { DatabaseUrls } from './settings/database-urls.ts'
import type { EnvOf } from './settings/role-env.ts'
import { localWebhooks } from './settings/switches.ts'
import type { Telemetry } from './tracing/telemetry.ts'
import { createDispatcher } from './webhooks/dispatcher.ts'

export interface WorkerOptions {
  env: EnvOf<'worker'>
  databaseUrls: Omit<DatabaseUrls, 'reader'>
  box: SecretBox
  log: Logger
  /** Where this process counts what it does; no measuring without it. */
  metrics?: Metrics | undefined
  /** Who is told what this process does; no tracing without it. */
  telemetry?: Telemetry | undefined
}

/** Puts the worker process together: everything that happens without a client waiting for it. */
export async function buildWorker({ env, databaseUrls, box, log, metrics, telemetry }: WorkerOptions) {
  const egress = createEgress({ allowPrivate: localWebhooks(env) })
  const driver = observedDriver(DRIVERS[env.DATABASE_DRIVER], telemetry?.observe, metrics?.timeDatabase())
  const dispatcher = await createDispatcher({
    driver,
    databaseUrl: pooledUrl(databaseUrls.dispatcher, env.POOL_URL),
    listenUrl: databaseUrls.dispatcher,
    box,
    egress,
    log,
    ...(metrics && { meter: (await import('./webhooks/meter.ts')).meterOf(metrics.registry) }),
    attempted: telemetry?.delivery,
    rules: {
      backoffMs: env.PLUGIN_WEBHOOK_BACKOFF_MS,
      maxAttempts: env.PLUGIN_WEBHOOK_MAX_ATTEMPTS,
      maxConsecutiveFailures: env.PLUGIN_WEBHOOK_MAX_CONSECUTIVE_FAILURES,
    },
  })
  const jobDeps = openJobDeps({
    ...{ driver, env, databaseUrls, box, egress, log, traceparent: telemetry?.traceparent },
  })
  const runs = new Tally()
  if (metrics) showJobs(metrics, jobDeps, runs)
  const partitions = keepPartitions(jobDeps).catch(error => log.error({ err: error }, 'partitions could not be kept'))
  const jobs = await startJobs({
    driver,
    databaseUrl: databaseUrls.dispatcher,
    jobs: ALL_JOBS,
    deps: jobDeps,
    runs,
    around: telemetry?.job,
  })
  return {
    answers: async () => void (await jobDeps.onPlatform(oldestJob)),
    progress: async () => (await jobDeps.onPlatform(backfillProgress)).map(progressLine),
    /** Finishes what is under way and takes nothing new. */
    async close() {
      await Promise.all([dispatcher.stop(), jobs.stop(), partitions])
      await Promise.all([jobDeps.close(), egress.close()])
    },
  }
}

/** Shows an operator what the worker counts of its jobs. */
function showJobs(metrics: Metrics, { asSealer, onPlatform }: JobDeps, runs: Tally): void {
  metrics.showLevel(LEVELS.brokenDays, async () => [[[], await asSealer(countBrokenDays)]])
  metrics.showLevel(LEVELS.backups, () => onPlatform(backupAges))
  metrics.showLevel(LEVELS.horizonLag, async () => [[[], await onPlatform(horizonLag)]])
  metrics.showTimes(DURATIONS.providers, PROVIDER_CALLS)
  metrics.showCounts(COUNTS.jobs, () => runs.values())
  metrics.showLevel(LEVELS.jobs, async () => [[[], await onPlatform(oldestJob)]])
  metrics.showLevel(LEVELS.backfillRows, async () => (await onPlatform(backfillProgress)).flatMap(rowsOf))
  metrics.showLevel(LEVELS.backfillStill, async () =>
    (await onPlatform(backfillProgress)).map(({ name, still_seconds }) => [[name], still_seconds] as const),
  )
}

const rowsOf = ({ name, looked, expected }: Progress) => [
  [[name, 'looked'], looked] as const,
  [[name, 'expected'], expected] as const,
]
