import { sql } from '../../db/statement.ts'
import type { Tx } from '../../kernel/tx.ts'
import { type EndpointRow, lockOwnEndpoint } from './own-endpoint.ts'
import { skipQueued } from './skip-queued.ts'

const deleteLimit = sql('delete from webhook_concurrency_limit where company_id = $1 and endpoint_id = $2')
const deleteRow = sql('delete from webhook_endpoint where company_id = $1 and id = $2')

/** Removes the endpoint with its secrets; what is in flight ends, nothing more is sent. Returns it as it was. */
export async function deleteEndpoint(tx: Tx, id: string): Promise<EndpointRow> {
  const endpoint = await lockOwnEndpoint(tx, id)
  await skipQueued(tx, id)
  await tx.sql(deleteLimit([tx.clinic.id, id]))
  await tx.sql(deleteRow([tx.clinic.id, id]))
  tx.touched.row('webhook_endpoint', { id }, ['active'])
  return { ...endpoint, active: false }
}
