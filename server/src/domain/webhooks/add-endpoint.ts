import type { Input } from '@clinic/contract/kernel.ts'
import type { createWebhookEndpoint } from '@clinic/contract/webhook-endpoints.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { type EndpointRow, grantedEvents } from './own-endpoint.ts'
import { putSecret } from './put-secret.ts'
import { requireAllowed, type UrlCheck } from './url-check.ts'

export interface EndpointWithSecret {
  endpoint: EndpointRow
  /** In clear, to be shown this once. */
  secret: string
}

/** Adds an endpoint to an installation, in the installation's mode, with a signing secret of its own. */
export async function addEndpoint(
  tx: Tx,
  { id: installationId, mode }: { id: string; mode: string },
  { url, events }: { url: string; events: string[] },
  check: UrlCheck,
): Promise<EndpointWithSecret> {
  requireAllowed(check, mode)
  const id = newId('whe', Date.parse(tx.now))
  const endpoint = await tx.insert('webhook_endpoint', { id, installation_id: installationId, url, events, mode })
  return { endpoint, secret: await putSecret(tx, id) }
}

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
