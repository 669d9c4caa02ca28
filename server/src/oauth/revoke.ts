import { sql } from '../db/statement.ts'
import type { TableRow } from '../db/tables.ts'
import type { PlatformTx } from '../kernel/tx.ts'
import { factsOf, type RecordEvent } from './events.ts'
import type { Fields } from './form.ts'
import { secretHash } from './secrets.ts'

type Revoked = Pick<TableRow<'oauth_token'>, 'client_id' | 'user_id' | 'company_id' | 'grant_id'>

const dropAccess = sql<Revoked>(`
  delete from oauth_token where token_hash = $1 and type = 'access' and client_id = coalesce($2, client_id)
  returning client_id, user_id, company_id, grant_id`)
const dropConnection = sql<Revoked>(`
  delete from oauth_grant using oauth_token as token
  where token.token_hash = $1 and token.type = 'refresh' and token.client_id = coalesce($2, token.client_id)
    and oauth_grant.id = token.grant_id
  returning token.client_id, token.user_id, token.company_id, token.grant_id`)

/**
 * Revokes a token (RFC 7009): an access token alone, or with a refresh token the whole connection. Says nothing about
 * what there was, not even that a token was given (specification: always 200). Answers whether there was any.
 */
export async function revoke(
  tx: PlatformTx,
  { token, client_id: clientId }: Fields,
  record: RecordEvent,
): Promise<boolean> {
  if (token === undefined) return false
  const which = [secretHash(token), clientId ?? null]
  const [access] = await tx.sql(dropAccess(which))
  if (access) await record(tx, 'token.revoked', factsOf(access, access.grant_id))
  const [connection] = await tx.sql(dropConnection(which))
  if (connection) await record(tx, 'connection.revoked', factsOf(connection, connection.grant_id))
  return access !== undefined || connection !== undefined
}
