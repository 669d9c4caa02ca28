import type { SharedConnections } from '../db/driver.ts'
import { sql } from '../db/statement.ts'

/** Makes retries ready that are due; answers how many, and the milliseconds until the next one is. */
export const promoteRetries = sql<{ promoted: number; next_in_ms: number | null }>(`
  with due as (
    -- Skips what another worker is promoting at this moment.
    select company_id, id from webhook_delivery where state = 'WAITING' and due_at <= now()
    order by due_at limit $1 for update skip locked
  ), promoted as (
    update webhook_delivery as delivery set state = 'READY' from due
    where delivery.company_id = due.company_id and delivery.id = due.id returning 1
  )
  select (select count(*) from promoted)::int as promoted,
    (select ceil(extract(epoch from due_at - clock_timestamp()) * 1000)::float8 from webhook_delivery
      where state = 'WAITING' and due_at > now() order by due_at limit 1) as next_in_ms`)

const PROMOTE_LIMIT = 1000
const PROMOTE_EVERY_MS = 1000

/** Makes retries ready when they are due. */
export function createPromoter(connections: SharedConnections) {
  let askAt = 0
  return {
    /** Asks only when one may be due. */
    async promote(): Promise<void> {
      if (performance.now() < askAt) return
      const [row] = await connections.run(promoteRetries([PROMOTE_LIMIT]))
      const again =
        row?.promoted === PROMOTE_LIMIT ? 0 : Math.min(PROMOTE_EVERY_MS, row?.next_in_ms ?? PROMOTE_EVERY_MS)
      askAt = performance.now() + again
    },
    /** One will be due in so many milliseconds, which may be before the next time to ask. */
    expect(inMs: number): void {
      askAt = Math.min(askAt, performance.now() + inMs)
    },
    /** Until the next time to ask, in milliseconds. */
    waitMs: () => Math.max(0, askAt - performance.now()),
  }
}
