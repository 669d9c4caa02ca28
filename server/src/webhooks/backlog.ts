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

const readBacklog = sql<Backlog>(`
  with ready as (select priority, due_at, claimed_by from webhook_delivery where state = 'READY' limit ${COUNTED}),
    waiting as (select from webhook_delivery where state = 'WAITING' limit ${COUNTED})
  select (select json_build_object(
      'ready', count(*) filter (where claimed_by is null),
      'sending', count(claimed_by),
      'waiting', (select count(*) from waiting)) from ready) as states,
    -- Where there is none of a kind, the least moment is null, and greatest passes it over.
    (select json_build_object(
      'first', greatest(0, extract(epoch from now() - min(due_at) filter (where priority = 0))),
      'retry', greatest(0, extract(epoch from now() - min(due_at) filter (where priority = 1))),
      'recovered', greatest(0, extract(epoch from now() - min(due_at) filter (where priority = 2))))
      from ready where claimed_by is null) as lag,
    (select json_build_object(
      'active', count(*) filter (where active and consecutive_failures = 0),
      'failing', count(*) filter (where active and consecutive_failures > 0),
      'disabled', count(*) filter (where not active)) from webhook_endpoint) as endpoints`)([])

export async function backlogOf(connections: SharedConnections): Promise<Backlog> {
  const [backlog] = await connections.run(readBacklog)
  if (!backlog) throw new Error('The queue answered nothing.')
  return backlog
}
