import { sql } from '../db/statement.ts'
import type { PlatformTx } from '../kernel/tx.ts'
import { factsOf, type RecordEvent } from './events.ts'
import type { Fields } from './form.ts'
import { endStolenGrant, issueTokens, lockActiveGrant, type TokenResponse } from './grants.ts'
import { LIFETIME, MAX_OVERLAPPING_REFRESHES } from './lifetimes.ts'
import { OAuthError } from './oauth-error.ts'
import { isResource } from './resource.ts'
import { readScopes } from './scopes.ts'
import { secretHash } from './secrets.ts'

interface RefreshRow {
  grant_id: string
  rotated_at: string | null
  siblings: number
}

const grantOfToken = sql<{ grant_id: string; consented: string }>(`
  select token.grant_id, given.scope as consented
  from oauth_token as token join oauth_grant as given on given.id = token.grant_id
  where token.token_hash = $1 and token.client_id = $2 and token.type = 'refresh' and token.expires_at > now()`)
const readToken = sql<RefreshRow>(`
  select grant_id, rotated_at,
    (select count(*)::int from oauth_token as given where given.grant_id = token.grant_id
       and given.parent_hash = token.token_hash and given.type = 'refresh') as siblings
  from oauth_token as token where token_hash = $1`)
const rotate = sql('update oauth_token set rotated_at = now() where token_hash = $1 and rotated_at is null')

const INVALID = 'The refresh token is not valid or has expired.'

/** Whether a token that was used comes again too late, or too often, to be a request that overlapped. */
const isReuse = ({ rotated_at: rotatedAt, siblings }: RefreshRow, now: string): boolean =>
  rotatedAt !== null &&
  (Date.parse(now) - Date.parse(rotatedAt) > LIFETIME.grace * 1_000 || siblings > MAX_OVERLAPPING_REFRESHES)

/**
 * The scopes asked for, as far as the clinic still leaves them to the connection; undefined where one was never consented
 * to (RFC 6749 section 6), or none is left.
 */
function narrowedScope(asked: string, consented: string, granted: string): string | undefined {
  const [wanted, known] = [readScopes(asked), readScopes(consented)]
  if (!wanted.isSubsetOf(known)) return undefined
  const left = granted.split(' ').filter(scope => wanted.size === 0 || wanted.has(scope))
  return left.length > 0 ? left.join(' ') : undefined
}

/**
 * Gives new tokens for a refresh token, which is used up by it (RFC 9700 section 4.14.2). Requests that overlap each get
 * tokens of their own; one that comes later ends the connection, since an attacker may have the token.
 */
export async function refresh(tx: PlatformTx, fields: Fields, record: RecordEvent): Promise<TokenResponse> {
  const { client_id: clientId = '', refresh_token: token, scope: asked = '', resource } = fields
  if (token === undefined) return new OAuthError('invalid_request', 'refresh_token is required.')
  const [found] = await tx.sql(grantOfToken([secretHash(token), clientId]))
  const grant = found && (await lockActiveGrant(tx, found.grant_id))
  if (!grant) return new OAuthError('invalid_grant', INVALID)
  const [row] = await tx.sql(readToken([secretHash(token)]))
  if (!row) return new OAuthError('invalid_grant', INVALID)
  if (isReuse(row, tx.now)) {
    await endStolenGrant(tx, grant.id, 'token.reused', record)
    return new OAuthError('invalid_grant', INVALID)
  }
  const scope = narrowedScope(asked, found.consented, grant.scope)
  if (scope === undefined) return new OAuthError('invalid_scope', 'scope was not granted.')
  if (resource !== undefined && !isResource(resource, grant.resource))
    return new OAuthError('invalid_target', 'resource differs.')
  await tx.sql(rotate([secretHash(token)]))
  await record(tx, 'token.refreshed', factsOf(grant, grant.id))
  return issueTokens(tx, grant, { scope, parent: secretHash(token) })
}
