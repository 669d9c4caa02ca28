import { sql } from '../../../db/statement.ts'
import type { TableRow } from '../../../db/tables.ts'
import { refuse } from '../../../kernel/errors.ts'
import { enqueue } from '../../../kernel/job-queue.ts'
import type { Tx } from '../../../kernel/tx.ts'
import { newId } from '../../../kernel/values/ids.ts'
import { clockTarget, type MoveWish } from './clock-target.ts'
import { clockMove, sandboxReset } from './sandbox-jobs.ts'

export type SandboxRunRow = TableRow<'sandbox_run'>

const mayMove = sql<{ may: boolean }>(`
  select plugins_move_time or exists (select from publisher where company_id = $1) as may from clinic where company_id = $1`)

/** In a clinic's own sandbox its people say whether a plugin may move the time; in that of a publisher it may. */
async function requireMover(tx: Tx): Promise<void> {
  if (tx.caller.kind !== 'installation') return
  const [found] = await tx.sql(mayMove([tx.clinic.id]))
  if (!found?.may) refuse('insufficient_scope', { requiredScopes: [], mode: 'all', reason: 'plugins_move_time' })
}

const underWay = sql<SandboxRunRow>(`
  select * from sandbox_run where company_id = $1 and state in ('QUEUED', 'RUNNING')`)

/** Only one run is under way in a clinic: its index holds it to that, where two begin at the same time. */
async function begin(tx: Tx, kind: 'CLOCK' | 'RESET', to: string): Promise<SandboxRunRow> {
  await requireMover(tx)
  const [other] = await tx.sql(underWay([tx.clinic.id]))
  if (other) refuse('invalid_state_transition', { from: other.kind, to: kind, reason: 'under_way', runId: other.id })
  const id = newId('sbr', Date.parse(tx.realNow))
  return tx.insert('sandbox_run', { id, kind, from_at: tx.now, to_at: to, reached_at: tx.now })
}

/** Lets a worker move the clock, which then does what is due on the way. */
export async function moveClock(tx: Tx, wish: MoveWish): Promise<SandboxRunRow> {
  const { now, realNow } = tx
  const run = await begin(tx, 'CLOCK', clockTarget(wish, { now, realNow, timeZone: tx.clinic.timeZone }))
  await enqueue(tx, clockMove, { runId: run.id }, { key: run.id })
  return run
}

/** Lets a worker put back the records of the beginning, and the real time. */
export async function resetSandbox(tx: Tx): Promise<SandboxRunRow> {
  const run = await begin(tx, 'RESET', tx.realNow)
  await enqueue(tx, sandboxReset, { runId: run.id }, { key: run.id })
  return run
}
