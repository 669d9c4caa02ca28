import { sql } from '../../db/statement.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { addEndpoint, type EndpointWithSecret } from '../webhooks/add-endpoint.ts'
import { type EndpointRow, grantedEvents } from '../webhooks/own-endpoint.ts'
import type { UrlCheck } from '../webhooks/url-check.ts'
import { requireMove, statusOf } from './installation-row.ts'

const newestFirst = sql<EndpointRow>(`
  select * from webhook_endpoint where company_id = $1 and installation_id = $2 order by created_at desc, id desc`)

/** The endpoints of an installation, newest first. */
export const endpointsOf = (tx: Tx, installationId: string): Promise<EndpointRow[]> =>
  tx.sql(newestFirst([tx.clinic.id, installationId]))

/** Refuses an endpoint that is not this installation's with 404, before anything is done to it. */
export async function requireEndpointOf(tx: Tx, installationId: string, endpointId: string): Promise<void> {
  const endpoint = await tx.get('webhook_endpoint', endpointId)
  if (endpoint.installation_id !== installationId) refuse('not_found', { resource: 'webhook_endpoint' })
}

/** Adds an endpoint to a plugin of the clinic, on behalf of its people. */
export async function addEndpointTo(
  tx: Tx,
  { id, url, events }: { id: string; url: string; events: readonly string[] },
  check: UrlCheck,
): Promise<EndpointWithSecret> {
  const installation = await tx.lock('installation', id)
  if (statusOf(installation) === 'UNINSTALLED') requireMove(installation, 'ACTIVE')
  const subscribed = await grantedEvents(tx, id, events)
  return addEndpoint(tx, installation, { url, events: subscribed }, check)
}
