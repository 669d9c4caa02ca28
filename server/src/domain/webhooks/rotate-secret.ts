import type { Tx } from '../../kernel/tx.ts'
import type { EndpointWithSecret } from './add-endpoint.ts'
import { lockOwnEndpoint } from './own-endpoint.ts'
import { putSecret } from './put-secret.ts'

/** Replaces the signing secret; two rotations at the same time take turns. */
export async function rotateSecret(tx: Tx, id: string): Promise<EndpointWithSecret> {
  await lockOwnEndpoint(tx, id)
  const secret = await putSecret(tx, id)
  return { endpoint: await tx.update('webhook_endpoint', id, {}), secret }
}
