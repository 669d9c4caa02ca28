import type { Input } from '@clinic/contract/kernel.ts'
import type { updateWebhookEndpoint } from '@clinic/contract/webhook-endpoints.ts'
import { sql } from '../../db/statement.ts'
import type { Tx } from '../../kernel/tx.ts'
import { type EndpointRow, grantedEvents, lockOwnEndpoint } from './own-endpoint.ts'
import { skipQueued } from './skip-queued.ts'
import { requireAllowed, type UrlCheck } from './url-check.ts'

/** One at a time at first, more with every success: a receiver that comes back is not overloaded. */
const startSlowly = sql(`
  insert into webhook_concurrency_limit (company_id, endpoint_id, concurrency_limit, failures) values ($1, $2, 1, 0)
  on conflict (company_id, endpoint_id) do update set concurrency_limit = 1, failures = 0`)

/**
 * Changes address and events, and switches the endpoint off (what is queued is skipped and can be recovered) or on
 * again (its count of failures starts anew).
 */
export async function changeEndpoint(
  tx: Tx,
  { id, url, events, active }: Input<typeof updateWebhookEndpoint>,
  check: UrlCheck | undefined,
): Promise<EndpointRow> {
  const before = await lockOwnEndpoint(tx, id)
  requireAllowed(check, before.mode)
  const subscribed = events && (await grantedEvents(tx, before.installation_id, events))
  if (active === false && before.active) await skipQueued(tx, id)
  if (active === true && !before.active) await tx.sql(startSlowly([tx.clinic.id, id]))
  return tx.update('webhook_endpoint', id, {
    ...(url !== undefined && { url }),
    ...(subscribed && { events: subscribed }),
    ...(active === true && { active, disabled_reason: null, consecutive_failures: 0 }),
    ...(active === false && before.active && { active, disabled_reason: 'switched_off' }),
  })
}
