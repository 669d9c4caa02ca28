import type { SharedConnections } from '../db/driver.ts'
import { sql } from '../db/statement.ts'

/** What is in the queue of all clinics; counts stop at COUNTED, so that asking costs little however much there is. */
export interface Backlog {
  states: Record<'ready' | 'sending' | 'waiting', number>
  /** Seconds for which the longest waiting one of each kind could have been sent. */
  lag: Record<'first' | 'retry' | 'recovered', number>
  endpoints: Record<'active' | 'failing' | 'disabled', number>
}

const COUNTED = 100_000

const readBacklog = sql<Row>(`
  with ready as (select priority, due_at, claimed_by from webhook_delivery where state = 'READY' limit ${COUNTED})
  select (select count(*) from ready where claimed_by is null)::int as ready,
    (select count(*) from ready where claimed_by is not null)::int as sending,
    (select count(*) from (select from webhook_delivery where state = 'WAITING' limit ${COUNTED}) as one)::int as waiting,
    coalesce((select extract(epoch from now() - min(due_at)) from ready where claimed_by is null and priority = 0), 0)::float8 as first,
    coalesce((select extract(epoch from now() - min(due_at)) from ready where claimed_by is null and priority = 1), 0)::float8 as retry,
    coalesce((select extract(epoch from now() - min(due_at)) from ready where claimed_by is null and priority = 2), 0)::float8 as recovered,
    (select count(*) from webhook_endpoint where active)::int as active,
    (select count(*) from webhook_endpoint where active and consecutive_failures > 0)::int as failing,
    (select count(*) from webhook_endpoint where not active)::int as disabled`)([])

type Row = Backlog['states'] & Backlog['lag'] & Backlog['endpoints']

export async function backlogOf(connections: SharedConnections): Promise<Backlog> {
  const [row] = await connections.run(readBacklog)
  if (!row) throw new Error('The queue answered nothing.')
  const { ready, sending, waiting, first, retry, recovered, active, failing, disabled } = row
  const lag = { first: Math.max(0, first), retry: Math.max(0, retry), recovered: Math.max(0, recovered) }
  return { states: { ready, sending, waiting }, lag, endpoints: { active: active - failing, failing, disabled } }
}
