import { sql } from '../db/statement.ts'
import type { PlatformTx } from '../kernel/tx.ts'

/** A client as it is known here. */
export interface Client {
  client_id: string
  kind: 'dcr' | 'cimd' | 'preregistered'
  name: string
  redirect_uris: string[]
  read_at: string | null
  fresh_until: string | null
  first_consent_at: string | null
}

const find = sql(`
  select client_id, kind, name, redirect_uris, read_at, fresh_until, first_consent_at
  from oauth_client where client_id = $1`)

export const findClient = async (tx: PlatformTx, clientId: string): Promise<Client | undefined> =>
  (await tx.sql<Client>(find([clientId])))[0]

/**
 * Whether the browser may be sent to the client with an error before a person has decided: not to an address that
 * anybody may have registered a moment ago (RFC 9700 section 4.11.2).
 */
export const mayBounce = ({ kind, first_consent_at }: Client): boolean => kind !== 'dcr' || first_consent_at !== null
