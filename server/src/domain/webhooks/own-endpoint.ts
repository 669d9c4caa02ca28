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
