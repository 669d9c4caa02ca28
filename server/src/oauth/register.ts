import { sql } from '../db/statement.ts'
import type { PlatformTx } from '../kernel/tx.ts'
import { readClientMetadata, readObject } from './client-metadata.ts'
import type { RecordEvent } from './events.ts'
import { isRedirectUri } from './redirect-uri.ts'
import { newSecret } from './secrets.ts'

const addClient = sql(`
  insert into oauth_client (client_id, kind, name, redirect_uris, grant_types, created_at)
  values ($1, 'dcr', $2, $3, $4, $5)`)

/** Registers a client (RFC 7591). It gets an id and never a secret, whatever it asked for (specification, OAuth rule 1). */
export async function register(tx: PlatformTx, body: unknown, issuer: string, record: RecordEvent) {
  const isTaken = (uri: unknown) => isRedirectUri(uri, issuer)
  const { name, redirectUris, grantTypes } = readClientMetadata(readObject(body), isTaken)
  const clientId = newSecret('client')
  await tx.sql(addClient([clientId, name, redirectUris, grantTypes, tx.now]))
  await record(tx, 'client.registered', { clientId })
  return {
    client_id: clientId,
    client_id_issued_at: Math.floor(Date.parse(tx.now) / 1_000),
    client_name: name,
    redirect_uris: redirectUris,
    grant_types: grantTypes,
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  }
}
