import { hash } from 'node:crypto'
import { sql } from '../db/statement.ts'
import type { TableRow } from '../db/tables.ts'
import type { PlatformTx } from '../kernel/tx.ts'
import { findClient } from './clients.ts'
import { factsOf, type RecordEvent } from './events.ts'
import type { Fields } from './form.ts'
import { endStolenGrant, issueTokens, lockActiveGrant } from './grants.ts'
import { LIFETIME, MAX_OVERLAPPING_REFRESHES } from './lifetimes.ts'
import { OAuthError } from './oauth-error.ts'
import { isResource } from './resource.ts'
import { readScopes } from './scopes.ts'
import { secretHash } from './secrets.ts'

type CodeRow = Pick<TableRow<'oauth_authorization_code'>, 'grant_id' | 'redirect_uri' | 'code_challenge'>

/** RFC 7636 section 4.1. */
const VERIFIER = /^[\w.~-]{43,128}$/
const consume = sql<CodeRow>(`
  update oauth_authorization_code set consumed_at = now()
  where code_hash = $1 and client_id = $2 and consumed_at is null and expires_at > now()
  returning grant_id, redirect_uri, code_challenge`)
const replayed = sql<{ grant_id: string }>(`
  select grant_id from oauth_authorization_code where code_hash = $1 and client_id = $2 and consumed_at is not null`)

const INVALID_CODE = 'The code is not valid, was used, or has expired.'

/** What the token endpoint answers (RFC 6749 section 5). Errors are values: what was consumed or ended must be committed with them. */
type TokenResponse = Readonly<Record<string, string | number>> | OAuthError

/** The token endpoint (RFC 6749 section 3.2): the client, the kind of grant, then the grant itself. */
export async function token(tx: PlatformTx, fields: Fields, record: RecordEvent): Promise<TokenResponse> {
  const { client_id: clientId, client_secret: secret, grant_type: type } = fields
  if (clientId === undefined || secret !== undefined)
    return new OAuthError('invalid_client', 'Clients have an id and no secret.')
  const client = await findClient(tx, clientId)
  if (!client) return new OAuthError('invalid_client', 'The client is not registered.')
  if (type === undefined) return new OAuthError('invalid_request', 'grant_type is required.')
  if (type !== 'authorization_code' && type !== 'refresh_token')
    return new OAuthError('unsupported_grant_type', 'Use authorization_code or refresh_token.')
  if (!client.grant_types.includes(type))
    return new OAuthError('unauthorized_client', 'The client did not register for this.')
  if (type === 'refresh_token') return refresh(tx, fields, record)
  return exchangeCode(tx, fields, { refreshes: client.grant_types.includes('refresh_token'), record })
}

/**
 * Exchanges a code for tokens (RFC 6749 section 4.1.3, RFC 7636 section 4.6). The code is consumed before it is checked,
 * so that a verifier cannot be guessed; a code that comes again ends what it gave (RFC 9700 section 2.1.1).
 */
async function exchangeCode(
  tx: PlatformTx,
  fields: Fields,
  { refreshes, record }: { refreshes: boolean; record: RecordEvent },
): Promise<TokenResponse> {
  const { client_id: clientId = '', code, code_verifier: verifier, redirect_uri: redirectUri, resource } = fields
  if (code === undefined) return new OAuthError('invalid_request', 'code is required.')
  if (!VERIFIER.test(verifier ?? ''))
    return new OAuthError('invalid_request', 'code_verifier must be 43 to 128 characters.')
  const [found] = await tx.sql(consume([secretHash(code), clientId]))
  if (!found) return refuseReplay(tx, code, clientId, record)
  if (redirectUri !== undefined && redirectUri !== found.redirect_uri)
    return new OAuthError('invalid_grant', INVALID_CODE)
  if (hash('sha256', verifier ?? '', 'base64url') !== found.code_challenge)
    return new OAuthError('invalid_grant', INVALID_CODE)
  const grant = await lockActiveGrant(tx, found.grant_id)
  if (!grant) return new OAuthError('invalid_grant', INVALID_CODE)
  if (resource !== undefined && !isResource(resource, grant.resource))
    return new OAuthError('invalid_target', 'resource differs.')
  await record(tx, 'code.exchanged', factsOf(grant, grant.id))
  return issueTokens(tx, grant, { scope: grant.scope, refreshes })
}

async function refuseReplay(
  tx: PlatformTx,
  code: string,
  clientId: string,
  record: RecordEvent,
): Promise<TokenResponse> {
  const [earlier] = await tx.sql(replayed([secretHash(code), clientId]))
  if (earlier) await endStolenGrant(tx, earlier.grant_id, 'code.replayed', record)
  return new OAuthError('invalid_grant', INVALID_CODE)
}

interface RefreshRow extends Pick<TableRow<'oauth_token'>, 'grant_id' | 'rotated_at'> {
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

const INVALID_REFRESH_TOKEN = 'The refresh token is not valid or has expired.'

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
async function refresh(tx: PlatformTx, fields: Fields, record: RecordEvent): Promise<TokenResponse> {
  const { client_id: clientId = '', refresh_token: token, scope: asked = '', resource } = fields
  if (token === undefined) return new OAuthError('invalid_request', 'refresh_token is required.')
  const [found] = await tx.sql(grantOfToken([secretHash(token), clientId]))
  const grant = found && (await lockActiveGrant(tx, found.grant_id))
  if (!grant) return new OAuthError('invalid_grant', INVALID_REFRESH_TOKEN)
  const [row] = await tx.sql(readToken([secretHash(token)]))
  if (!row) return new OAuthError('invalid_grant', INVALID_REFRESH_TOKEN)
  if (isReuse(row, tx.now)) {
    await endStolenGrant(tx, grant.id, 'token.reused', record)
    return new OAuthError('invalid_grant', INVALID_REFRESH_TOKEN)
  }
  const scope = narrowedScope(asked, found.consented, grant.scope)
  if (scope === undefined) return new OAuthError('invalid_scope', 'scope was not granted.')
  if (resource !== undefined && !isResource(resource, grant.resource))
    return new OAuthError('invalid_target', 'resource differs.')
  await tx.sql(rotate([secretHash(token)]))
  await record(tx, 'token.refreshed', factsOf(grant, grant.id))
  return issueTokens(tx, grant, { scope, parent: secretHash(token) })
}
