import { sql } from '../../db/statement.ts'
import type { Tx } from '../../kernel/tx.ts'
import { EVENT_DAYS } from './envelope.ts'
import { wasMissed } from './was-missed.ts'

export interface MissedEvents {
  /** From when on to recover. */
  since: string
  /** How many deliveries that is, of those that are counted. */
  events: number
  /** Whether there are more. */
  orMore: boolean
}

const MOST_COUNTED = 10_000
/** As long as events are kept, less an hour for who looks at the answer before they recover. */
const LONGEST_MS = EVENT_DAYS * 86_400_000 - 3_600_000
/** What began before the stop and found it when it was to be delivered is not older than a transaction can be. */
const UNDER_WAY_MS = 60_000

/** What was queued when they were stopped, the retries of older events too, was taken out of the queue since then. */
const oldestSkipped = sql<{ event_at: string | null }>(`
  select min(done.event_at) as event_at from webhook_endpoint as endpoint
  join webhook_delivery_done as done on done.company_id = endpoint.company_id and done.endpoint_id = endpoint.id
    and done.created_at >= $4 and done.status = 'SKIPPED' and done.finished_at >= $3
  where endpoint.company_id = $1 and endpoint.installation_id = any($2)`)

/** By the same conditions as a recovery, which is for one endpoint: what arrived or is queued was not missed. */
const missed = sql<{ events: number }>(`
  select count(*)::int as events from (
    select from webhook_endpoint as endpoint
    join event as next on next.company_id = endpoint.company_id and next.type = any(endpoint.events)
      and next.created_at >= $3 and next.created_at < $4
    where endpoint.company_id = $1 and endpoint.installation_id = any($2) and ${wasMissed('endpoint.id')}
    limit ${MOST_COUNTED + 1}) as one`)

/** What the endpoints of these installations were not told of since they were stopped. */
export async function missedEvents(
  tx: Tx,
  installationIds: readonly string[],
  stoppedAt: string,
): Promise<MissedEvents> {
  const earliest = Date.parse(tx.now) - LONGEST_MS
  const kept = new Date(Date.parse(tx.realNow) - LONGEST_MS).toISOString()
  const [oldest] = await tx.sql(oldestSkipped([tx.clinic.id, installationIds, stoppedAt, kept]))
  const begun = Date.parse(oldest?.event_at ?? stoppedAt)
  const before = Math.min(begun, Date.parse(stoppedAt) - UNDER_WAY_MS)
  const since = new Date(Math.max(before, earliest)).toISOString()
  const [counted] = await tx.sql(missed([tx.clinic.id, installationIds, since, tx.now]))
  const events = counted?.events ?? 0
  return { since, events: Math.min(events, MOST_COUNTED), orMore: events > MOST_COUNTED }
}
