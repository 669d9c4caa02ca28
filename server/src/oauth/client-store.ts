import { sql } from '../db/statement.ts'
import type { TableRow } from '../db/tables.ts'
import type { PlatformTx } from '../kernel/tx.ts'
import type { ClientMetadata } from './client-metadata.ts'

/** A client as it is known here. */
export interface Client extends TableRow<'oauth_client'> {
  /** Whether it is answered where it lives, or where the operator said. */
  verified: boolean
}

const COLUMNS = 'oauth_client.*, oauth_client_verified(oauth_client) as verified'
const find = sql<Client>(`select ${COLUMNS} from oauth_client where client_id = $1`)
const upsert = sql<Client>(`
  insert into oauth_client (client_id, kind, name, redirect_uris, grant_types, created_at, read_at, fresh_until)
  values ($1, $2, $3, $4, $5, $6, $7, $8)
  on conflict (client_id) do update set name = excluded.name, redirect_uris = excluded.redirect_uris,
    grant_types = excluded.grant_types, read_at = coalesce(excluded.read_at, oauth_client.read_at),
    fresh_until = excluded.fresh_until
  returning ${COLUMNS}`)

export const findClient = async (tx: PlatformTx, clientId: string): Promise<Client | undefined> =>
  (await tx.sql(find([clientId])))[0]

/**
 * Whether the browser may be sent to the client with an error before a person has decided: not to an address that
 * any client may have registered, or described, a moment ago (RFC 9700 section 4.11.2).
 */
export const mayRedirectError = ({ verified, first_consent_at }: Client): boolean =>
  verified || first_consent_at !== null

interface SavedClient extends ClientMetadata {
  clientId: string
  kind: 'cimd' | 'preregistered'
  readAt?: string
  freshUntil?: string
}

/** Stores what is known of a client now, in place of what was known. */
export async function saveClient(tx: PlatformTx, client: SavedClient): Promise<Client> {
  const { clientId, kind, name, redirectUris, grantTypes, readAt = null, freshUntil = null } = client
  const [saved] = await tx.sql(upsert([clientId, kind, name, redirectUris, grantTypes, tx.now, readAt, freshUntil]))
  if (!saved) throw new Error('A client that is stored is there.')
  return saved
}
