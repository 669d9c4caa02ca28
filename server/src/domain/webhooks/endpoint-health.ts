import { sql } from '../../db/statement.ts'
import type { Tx } from '../../kernel/tx.ts'

/** How an endpoint has been doing over the last day, by its latest deliveries; for people who look after it. */
interface EndpointHealth {
  /** Finished deliveries that were looked at: those of the last day, at most the latest 10 000. */
  deliveries: number
  succeeded: number
  /** Share of attempts that succeeded, 0 to 1; null without any attempt. */
  successRate: number | null
  /** Milliseconds that a successful attempt took. */
  p50Ms: number | null
  p95Ms: number | null
  /** Still to be sent, and since when the oldest of them is. At most 10 000 are counted. */
  queued: number
  oldestQueuedAt: string | null
  lastSuccessAt: string | null
}

const AT_MOST = 10_000

const readHealth = sql<EndpointHealth>(`
  with latest as (
    select status, attempts, duration_ms, finished_at from webhook_delivery_done
    where company_id = $1 and endpoint_id = $2 and created_at > now() - interval '1 day'
    order by created_at desc, id desc limit ${AT_MOST}
  ), waiting as (
    select attempts, created_at from webhook_delivery where company_id = $1 and endpoint_id = $2
    order by created_at desc, id desc limit ${AT_MOST}
  ), tried as (
    select (select coalesce(sum(attempts), 0) from latest) + (select coalesce(sum(attempts), 0) from waiting) as attempts
  )
  select count(*)::int as deliveries, count(*) filter (where status = 'SUCCEEDED')::int as succeeded,
    (count(*) filter (where status = 'SUCCEEDED'))::float8 / nullif((select attempts from tried), 0) as "successRate",
    percentile_cont(0.5) within group (order by duration_ms) filter (where status = 'SUCCEEDED') as "p50Ms",
    percentile_cont(0.95) within group (order by duration_ms) filter (where status = 'SUCCEEDED') as "p95Ms",
    (select count(*) from waiting)::int as queued, (select min(created_at) from waiting) as "oldestQueuedAt",
    max(finished_at) filter (where status = 'SUCCEEDED') as "lastSuccessAt"
  from latest`)

export async function endpointHealth(tx: Tx, endpointId: string): Promise<EndpointHealth> {
  const [health] = await tx.sql(readHealth([tx.clinic.id, endpointId]))
  if (!health) throw new Error('An aggregate always has one row.')
  return health
}
