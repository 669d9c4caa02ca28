import { sql } from '../../../db/statement.ts'
import type { Tx } from '../../../kernel/tx.ts'
import { REAL_TIME_JOBS } from './sandbox-jobs.ts'
import type { SandboxRunRow } from './sandbox-run.ts'

/** Something that is due by the clock of a clinic. */
export interface Due {
  kind: string
  count: number
  first: string
}

export interface SandboxClock {
  now: string
  realNow: string
  run: SandboxRunRow | null
  due: Due[]
}

const offset = sql<{ ahead: number }>('select clock_offset_ms as ahead from clinic where company_id = $1')
const newest = sql<SandboxRunRow>(`
  select * from sandbox_run where company_id = $1 order by id desc limit 1`)
const expiring = sql<{ count: number; first: string | null }>(`
  select count(*)::int as count, min(expiring_at) as first from loyalty_account where company_id = $1 and expiring_at <= $2`)
const waiting = sql<{ kind: string; jobs: number; first_at: string }>(
  'select kind, jobs, first_at from sandbox_jobs_due($1, $2::text[])',
)

/** What time it is in the clinic, asked anew: the request may have been let in before its clock was moved. */
export async function readClock(tx: Tx, until?: string): Promise<SandboxClock> {
  // The run first: one that is seen to have arrived has set the clock that is read after it.
  const [run = null] = await tx.sql(newest([tx.clinic.id]))
  const [{ ahead } = { ahead: 0 }] = await tx.sql(offset([tx.clinic.id]))
  const real = Date.now()
  const [now, realNow] = [real + ahead, real].map(ms => new Date(ms).toISOString())
  return { now: String(now), realNow: String(realNow), run, due: until === undefined ? [] : await dueUntil(tx, until) }
}

/** What a move of the clock would do, as far as it is known before, in the order of when first. */
async function dueUntil(tx: Tx, until: string): Promise<Due[]> {
  const [points] = await tx.sql(expiring([tx.clinic.id, until]))
  const jobs = await tx.sql(waiting([until, REAL_TIME_JOBS]))
  const due = jobs.map(({ kind, jobs: count, first_at: first }) => ({ kind, count, first }))
  if (points?.first) due.push({ kind: 'expire_points', count: points.count, first: points.first })
  return due.sort((one, other) => one.first.localeCompare(other.first))
}
