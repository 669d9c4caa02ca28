import { sql } from '../../../db/statement.ts'
import type { Tx } from '../../../kernel/tx.ts'
import { REAL_TIME_JOBS } from './sandbox-jobs.ts'
import type { SandboxRunRow } from './sandbox-run.ts'

const hold = sql("select pg_advisory_xact_lock(hashtextextended('sandbox clock ' || $1, 0))")
const stayOpen = sql("select set_config('idle_in_transaction_session_timeout', '600000', true)")
const findRun = sql<SandboxRunRow>(`
  select * from sandbox_run where company_id = $1 and id = $2 and state in ('QUEUED', 'RUNNING')`)
const facts = sql<{ ahead: number; real_now: string }>(`
  select clock_offset_ms as ahead, date_trunc('milliseconds', clock_timestamp()) as real_now
  from clinic where company_id = $1`)

/** A run that has the clinic for itself. */
export interface HeldRun {
  run: SandboxRunRow
  /** How far the clock is ahead, before. */
  aheadMs: number
  /** Between which instants of the clinic's clock what is due is done, in epoch milliseconds. */
  fromMs: number
  toMs: number
}

/**
 * Waits for the writes of the clinic that are under way, and keeps all others waiting until the transaction ends. What was
 * announced as it began holds back the horizon of the clinic's deltas: nothing is passed over that is dated ahead meanwhile.
 */
export async function holdClinic(tx: Tx, runId: string): Promise<HeldRun | undefined> {
  await tx.sql(stayOpen([]))
  await tx.sql(hold([tx.clinic.id]))
  const [run] = await tx.sql(findRun([tx.clinic.id, runId]))
  const [now] = await tx.sql(facts([tx.clinic.id]))
  if (!run || !now) return undefined
  const begun = Date.parse(now.real_now) + now.ahead
  const fromMs = Math.max(begun, Date.parse(run.reached_at))
  return { run, aheadMs: now.ahead, fromMs, toMs: Math.max(fromMs, Date.parse(run.to_at)) }
}

const progress = sql(`
  update sandbox_run set state = 'RUNNING', reached_at = $3, done = $4, jobs = jobs + $5, failed_jobs = failed_jobs + $6
  where company_id = $1 and id = $2`)

export interface Steps {
  /** Jobs that were done since, and of them those that failed. */
  jobs: number
  failed: number
}

/** Says how far a run has come, in a transaction of its own. */
export async function tellProgress(tx: Tx, { run, fromMs, toMs }: HeldRun, atMs: number, steps: Steps): Promise<void> {
  const done = toMs === fromMs ? 1 : (atMs - fromMs) / (toMs - fromMs)
  const { id } = run
  await tx.sql(progress([tx.clinic.id, id, new Date(atMs).toISOString(), Math.min(1, done), steps.jobs, steps.failed]))
}

/** Ends a run that cannot go on: the clock stands where it came to. */
export async function giveUpMove(tx: Tx, runId: string): Promise<void> {
  const held = await holdClinic(tx, runId)
  if (held) await endMove(tx, { ...held, toMs: Number.POSITIVE_INFINITY }, Date.parse(held.run.reached_at))
}

const setClock = sql('select move_sandbox_clock($1, $2::text[])')
const end = sql(`
  update sandbox_run set state = $3, reached_at = $4, done = $5, events = (
    select count(*) from event
    where event.company_id = $1 and event.created_at >= sandbox_run.from_at and event.created_at <= $4 and not event.test)
  where company_id = $1 and id = $2`)

/** Sets the clock to where the run came, and ends the run: with the commit everybody goes by it. */
export async function endMove(tx: Tx, held: HeldRun, reachedMs: number): Promise<void> {
  const { run, aheadMs, toMs } = held
  const arrived = reachedMs >= toMs
  const moved = Date.parse(run.to_at) - Date.parse(run.from_at)
  // What took long to do counts as time that has passed.
  const ahead = arrived ? Math.max(aheadMs + moved, reachedMs - Date.now()) : Math.max(aheadMs, reachedMs - Date.now())
  await tx.sql(setClock([ahead, REAL_TIME_JOBS]))
  const state = arrived ? 'DONE' : 'FAILED'
  await tx.sql(end([tx.clinic.id, run.id, state, new Date(reachedMs).toISOString(), arrived ? 1 : run.done]))
  tx.touched.row('sandbox_run', { id: run.id }, ['state'])
}
