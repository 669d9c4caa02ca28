import type { Input } from '@clinic/contract/kernel.ts'
import type { createWebhookEndpoint } from '@clinic/contract/webhook-endpoints.ts'
import { newId } from '../../kernel/ids.ts'
import type { Tx } from '../../kernel/tx.ts'
import { grantedEvents } from './granted-events.ts'
import { type Judgement, requireAllowed } from './judged-destination.ts'
import type { EndpointRow } from './own-endpoint.ts'
import { putSecret } from './put-secret.ts'

export interface EndpointWithSecret {
  endpoint: EndpointRow
  /** In clear, to be shown this once. */
  secret: string
}

/** Registers an endpoint of the calling installation, in the installation's mode, with a signing secret of its own. */
export async function createEndpoint(
  tx: Tx,
  { url, events }: Input<typeof createWebhookEndpoint>,
  judgement: Judgement,
): Promise<EndpointWithSecret> {
  const installation = await tx.get('installation', tx.caller.id)
  const subscribed = await grantedEvents(tx, installation.id, events)
  requireAllowed(judgement, installation.mode)
  const id = newId('whe', Date.parse(tx.now))
  const endpoint = await tx.insert('webhook_endpoint', {
    id,
    installation_id: installation.id,
    url,
    events: subscribed,
    mode: installation.mode,
  })
  return { endpoint, secret: await putSecret(tx, id) }
}
