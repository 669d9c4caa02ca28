import { sql } from '../db/statement.ts'
import { expirePoints, MOST_AT_ONCE } from '../domain/loyalty/expire-points.ts'
import { REAL_TIME_JOBS } from '../domain/sandbox/clock/sandbox-jobs.ts'
import type { Job, JobDeps } from './job.ts'

/** Something that is due by the clock of a sandbox clinic, and what does it at an instant: it says whether that went well. */
export interface DueWork {
  atMs: number
  perform(at: string): Promise<boolean>
}

/** Where due work of one kind is found. What it has found it need not look for again, until it is told to forget. */
export interface DueSource {
  /** The earliest, up to an instant. */
  next(toMs: number): Promise<DueWork | undefined>
  forget(): void
}

export interface SandboxWork {
  companyId: string
  /** How far its clock is ahead: the queue goes by the real one. */
  aheadMs: number
  deps: JobDeps
  jobs: readonly Job[]
}

/** How many instants are looked for together. */
const MOST_INSTANTS = 500

const nextExpiries = sql<{ at: string }>(`
  select distinct coalesce(expires_at, $2) as at from loyalty_transaction
  where company_id = $1 and remaining > 0 and expires_at <= $2 order by at limit ${MOST_INSTANTS}`)

/** Points, at the instants at which they expire. */
export function expiringPoints({ companyId, deps }: SandboxWork): DueSource {
  let known: number[] = []
  const expire = async (at: string) => {
    const inClinic = deps.at(at).inClinicFor('expire_points')
    while ((await inClinic(companyId, expirePoints)) >= MOST_AT_ONCE);
    known = known.filter(atMs => atMs > Date.parse(at))
    return true
  }
  return {
    async next(toMs) {
      if (known.length === 0) {
        const inClinic = deps.at(iso(toMs)).inClinicFor('expire_points')
        const found = await inClinic(companyId, tx => tx.sql(nextExpiries([companyId, iso(toMs)])))
        known = found.map(({ at }) => Date.parse(at))
      }
      const [atMs] = known
      return atMs === undefined ? undefined : { atMs, perform: expire }
    },
    forget() {
      known = []
    },
  }
}

interface WaitingJob {
  id: string
  name: string
  payload: unknown
  run_at: string
  attempts: number
  max_attempts: number
}

const nextJob = sql<WaitingJob>(`
  select job.id::text, task.identifier as name, job.payload, job.run_at, job.attempts::int, job.max_attempts::int
  from graphile_worker._private_jobs as job join graphile_worker._private_tasks as task on task.id = job.task_id
  where job.payload ->> 'companyId' = $1 and job.run_at <= $2 and job.locked_at is null
    and job.attempts < job.max_attempts and task.identifier = any ($3::text[])
  order by job.run_at, job.id limit 1`)
const take = sql<{ id: string }>(`
  update graphile_worker._private_jobs set locked_at = now(), locked_by = 'sandbox clock', attempts = attempts + 1
  where id = $1::bigint and locked_at is null returning id::text`)
const finish = sql('delete from graphile_worker._private_jobs where id = $1::bigint')
const putBack = sql(`
  update graphile_worker._private_jobs
  set locked_at = null, locked_by = null, last_error = $2, run_at = $3, updated_at = now() where id = $1::bigint`)

/** What waits in the queue, when it is due by the clock of the clinic. One that fails waits there, too, as the queue has it wait. */
export function waitingJobs(work: SandboxWork): DueSource {
  const byName = new Map(work.jobs.filter(({ name }) => !REAL_TIME_JOBS.includes(name)).map(job => [job.name, job]))
  const names = [...byName.keys()]
  let known: { work: DueWork | undefined } | undefined
  const look = async (toMs: number): Promise<DueWork | undefined> => {
    const values = [work.companyId, iso(toMs - work.aheadMs), names]
    const [next] = await work.deps.onPlatform(tx => tx.sql(nextJob(values)))
    const job = next && byName.get(next.name)
    if (!next || !job) return undefined
    return { atMs: Date.parse(next.run_at) + work.aheadMs, perform: at => run(work, job, next, at) }
  }
  return {
    async next(toMs) {
      known ??= { work: await look(toMs) }
      return known.work
    },
    forget() {
      known = undefined
    },
  }
}

async function run({ deps, aheadMs }: SandboxWork, job: Job, waiting: WaitingJob, at: string): Promise<boolean> {
  const { id, attempts, max_attempts } = waiting
  const [taken] = await deps.onPlatform(tx => tx.sql(take([id])))
  if (!taken) return true
  const moved = deps.at(at)
  const attempt = attempts + 1
  try {
    const inClinic = moved.inClinicFor(job.name)
    await job.run({ ...moved, inClinic, attempt, isLast: attempt >= max_attempts }, waiting.payload)
    await deps.onPlatform(tx => tx.sql(finish([id])))
    return true
  } catch (error) {
    deps.log.warn({ err: error, job: job.name }, 'a job failed while a clock was moved')
    const again = Date.parse(at) - aheadMs + 1000 * Math.exp(Math.min(attempt, 10))
    await deps.onPlatform(tx => tx.sql(putBack([id, error instanceof Error ? error.name : 'failed', iso(again)])))
    return false
  }
}

const iso = (ms: number) => new Date(ms).toISOString()
