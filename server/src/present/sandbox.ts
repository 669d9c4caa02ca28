import type { Static } from '@clinic/contract/kernel.ts'
import type { SandboxClock as Clock, SandboxRun } from '@clinic/contract/sandbox-clock.ts'
import type { SandboxFaults } from '@clinic/contract/sandbox-faults.ts'
import type { SandboxClock } from '../domain/sandbox/clock/read-clock.ts'
import type { SandboxRunRow } from '../domain/sandbox/clock/sandbox-run.ts'
import type { FaultRow } from '../domain/sandbox/faults.ts'

export const presentSandboxRun = (row: SandboxRunRow): Static<typeof SandboxRun> => ({
  object: 'sandbox_run',
  id: row.id,
  kind: row.kind === 'RESET' ? 'RESET' : 'CLOCK',
  state: stateOf(row),
  progress: row.done,
  from: row.from_at,
  to: row.to_at,
  reached: row.reached_at,
  events: row.events,
  jobs: row.jobs,
  failedJobs: row.failed_jobs,
})

const STATES = ['QUEUED', 'RUNNING', 'DONE', 'FAILED'] as const
const stateOf = ({ state }: SandboxRunRow) => STATES.find(known => known === state) ?? 'FAILED'

export const presentSandboxClock = ({ now, realNow, run, due }: SandboxClock): Static<typeof Clock> => ({
  object: 'sandbox_clock',
  now,
  realNow,
  run: run && presentSandboxRun(run),
  due,
})

/** What goes wrong, or that nothing does. */
export const presentFaults = (row: FaultRow | undefined): Static<typeof SandboxFaults> => ({
  object: 'sandbox_faults',
  until: row?.until ?? null,
  latencyMs: row?.latency_ms ?? 0,
  rateLimited: row?.rate_limited ?? 0,
  failed: row?.failed ?? 0,
  unavailable: row?.unavailable ?? 0,
  droppedBefore: row?.dropped_before ?? 0,
  droppedAfter: row?.dropped_after ?? 0,
  writesOnly: row?.writes_only ?? false,
  pageLimit: row?.page_limit ?? 0,
  duplicated: row?.duplicated ?? 0,
  shuffled: row?.shuffled ?? false,
  delayedSeconds: row?.delayed_seconds ?? 0,
  compressRetries: row?.compress_retries ?? 1,
})
