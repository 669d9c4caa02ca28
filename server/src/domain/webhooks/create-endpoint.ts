import type { Input } from '@clinic/contract/kernel.ts'
import type { createWebhookEndpoint } from '@clinic/contract/webhook-endpoints.ts'
import type { Tx } from '../../kernel/tx.ts'
import { addEndpoint, type EndpointWithSecret } from './add-endpoint.ts'
import { grantedEvents } from './granted-events.ts'
import type { UrlCheck } from './url-check.ts'

/** Registers an endpoint of the calling installation, for events that it was granted. */
export async function createEndpoint(
  tx: Tx,
  { url, events }: Input<typeof createWebhookEndpoint>,
  check: UrlCheck,
): Promise<EndpointWithSecret> {
  const installation = await tx.get('installation', tx.caller.id)
  const subscribed = await grantedEvents(tx, installation.id, events)
  return addEndpoint(tx, installation, { url, events: subscribed }, check)
}
