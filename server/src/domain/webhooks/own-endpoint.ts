import type { TableRow } from '../../db/tables.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'

export type EndpointRow = TableRow<'webhook_endpoint'>

/** An endpoint belongs to one installation: for any other plugin of the clinic there is no such record. */
function ofCaller({ caller }: Tx, endpoint: EndpointRow): EndpointRow {
  return caller.kind === 'installation' && endpoint.installation_id !== caller.id
    ? refuse('not_found', { resource: 'webhook_endpoint' })
    : endpoint
}

export const ownEndpoint = async (tx: Tx, id: string): Promise<EndpointRow> =>
  ofCaller(tx, await tx.get('webhook_endpoint', id))

export const lockOwnEndpoint = async (tx: Tx, id: string): Promise<EndpointRow> =>
  ofCaller(tx, await tx.lock('webhook_endpoint', id))

/** The events, each once, if the installation was granted them all (specification, Plugin token 5). */
export async function grantedEvents(tx: Tx, installationId: string, events: readonly string[]): Promise<string[]> {
  const { granted_events: granted } = await tx.get('installation', installationId)
  const missing = events.filter(event => !granted.includes(event))
  return missing.length > 0 ? refuse('event_not_granted', { events: missing }) : [...new Set(events)]
}
