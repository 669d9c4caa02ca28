import { sql } from '../../db/statement.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { type EndpointRow, lockOwnEndpoint } from './own-endpoint.ts'
import { newSigningSecret, openSecret, sealSecret } from './signing-secret.ts'

/** How long requests are signed with a replaced secret as well (contract section 8). */
export const SECRET_OVERLAP_HOURS = 24
/** Secrets that an endpoint can have at the same time, however often it is rotated: receivers try each signature. */
const AT_MOST = 5

const replaceSecrets = sql(`
  update webhook_secret set expires_at = $3::timestamptz + interval '${SECRET_OVERLAP_HOURS} hours'
  where company_id = $1 and endpoint_id = $2 and expires_at is null`)
const insertSecret = sql(`
  insert into webhook_secret (company_id, endpoint_id, id, sealed, created_at) values ($1, $2, $3, $4, $5)`)
const dropOldSecrets = sql(`
  delete from webhook_secret
  where company_id = $1 and endpoint_id = $2 and (expires_at <= $3 or id not in (
    select id from webhook_secret where company_id = $1 and endpoint_id = $2
    order by created_at desc, id desc limit ${AT_MOST}))`)

/** Gives the endpoint a new secret, which is returned in clear; the one before is signed with for another 24 hours. */
export async function putSecret(tx: Tx, endpointId: string): Promise<string> {
  const secret = newSigningSecret()
  const at = Date.parse(tx.realNow)
  await tx.sql(replaceSecrets([tx.clinic.id, endpointId, tx.realNow]))
  await tx.sql(
    insertSecret([tx.clinic.id, endpointId, newId('whs', at), sealSecret(tx.box, endpointId, secret), tx.realNow]),
  )
  await tx.sql(dropOldSecrets([tx.clinic.id, endpointId, tx.realNow]))
  tx.touched.row('webhook_endpoint', { id: endpointId }, ['signing_secret'])
  return secret
}

/** Replaces the signing secret; two rotations at the same time take turns. */
export async function rotateSecret(tx: Tx, id: string): Promise<{ endpoint: EndpointRow; secret: string }> {
  await lockOwnEndpoint(tx, id)
  const secret = await putSecret(tx, id)
  return { endpoint: await tx.update('webhook_endpoint', id, {}), secret }
}

const secretsOf = sql<{ sealed: Buffer; expires_at: string | null; created_at: string }>(
  'select sealed, expires_at, created_at from secrets_of_sandbox_endpoint($1)',
)
const insertCopy = sql(`
  insert into webhook_secret (company_id, endpoint_id, id, sealed, created_at, expires_at) values ($1, $2, $3, $4, $5, $6)`)

/** The secrets of an endpoint of a sandbox clinic, in clear. */
export async function sandboxSecrets(tx: Tx, endpointId: string): Promise<string[]> {
  return (await tx.sql(secretsOf([endpointId]))).map(({ sealed }) => openSecret(tx.box, endpointId, sealed))
}

/** Gives an endpoint of a sandbox clinic the secrets that another one has. */
export async function copySecrets(tx: Tx, from: string, to: string): Promise<void> {
  for (const { sealed, created_at, expires_at } of await tx.sql(secretsOf([from]))) {
    const copy = sealSecret(tx.box, to, openSecret(tx.box, from, sealed))
    await tx.sql(insertCopy([tx.clinic.id, to, newId('whs', Date.parse(tx.realNow)), copy, created_at, expires_at]))
  }
  tx.touched.row('webhook_endpoint', { id: to }, ['signing_secret'])
}
