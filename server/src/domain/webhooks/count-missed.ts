import { sql } from '../../db/statement.ts'
import type { Tx } from '../../kernel/tx.ts'
import { grantedEvents, ownEndpoint } from './own-endpoint.ts'
import { endOfSpan } from './start-recovery.ts'
import { wasMissed } from './was-missed.ts'

/** More are not counted. */
const AT_MOST = 10_000

const countMissed = sql<{ missed: number }>(`
  select count(*)::int as missed from (
    select from event as next join webhook_endpoint as endpoint on endpoint.company_id = $1 and endpoint.id = $2
    where next.company_id = $1 and next.created_at >= $3 and next.created_at < $4 and next.type = any ($5::text[])
      and ${wasMissed('$2')}
    limit ${AT_MOST + 1}) as found`)

interface MissedSpan {
  id: string
  since: string
  until?: string
  eventTypes?: readonly string[]
}

/** How many events of a span an endpoint has missed: as many as a recovery of the same span delivers. */
export async function countMissedBy(tx: Tx, { id, eventTypes, ...span }: MissedSpan) {
  const endpoint = await ownEndpoint(tx, id)
  const until = endOfSpan(tx, span)
  const wanted = eventTypes ? await grantedEvents(tx, endpoint.installation_id, eventTypes) : endpoint.events
  const [{ missed } = { missed: 0 }] = await tx.sql(countMissed([tx.clinic.id, id, span.since, until, wanted]))
  const instant = (text: string) => new Date(text).toISOString()
  return {
    id,
    since: instant(span.since),
    until: instant(until),
    missed: Math.min(missed, AT_MOST),
    more: missed > AT_MOST,
  }
}
