import { sql } from '../db/statement.ts'
import type { TableRow } from '../db/tables.ts'
import { successorPurpose } from '../domain/assistants/successor-purpose.ts'
import type { PlatformTx } from '../kernel/tx.ts'
import type { SecretBox } from '../kernel/values/secret-box.ts'
import { factsOf, type RecordEvent } from './events.ts'
import type { Fields } from './form.ts'
import {
  type ActiveGrant,
  addRefreshToken,
  endStolenGrant,
  issueTokens,
  lockActiveGrant,
  type TokenResponse,
} from './grants.ts'
import { LIFETIME, MAX_OVERLAPPING_REFRESHES } from './lifetimes.ts'
import type { Take } from './limits.ts'
import { OAuthError } from './oauth-error.ts'
import { isResource } from './resource.ts'
import { readScopes } from './scopes.ts'
import { secretHash } from './secrets.ts'

/** What a refresh is made with. */
export interface Refreshing {
  record: RecordEvent
  box: SecretBox
  take: Take
}

interface RefreshRow
  extends Pick<TableRow<'oauth_token'>, 'parent_hash' | 'rotated_at' | 'given_again_at' | 'sealed_successor'> {
  /** How often an access token was given for it. */
  uses: number
}

const grantOfToken = sql<{ grant_id: string; consented: string }>(`
  select token.grant_id, given.scope as consented
  from oauth_token as token join oauth_grant as given on given.id = token.grant_id
  where token.token_hash = $1 and token.client_id = $2 and token.type = 'refresh' and token.expires_at > now()`)
const readToken = sql<RefreshRow>(`
  select parent_hash, rotated_at, given_again_at, sealed_successor,
    (select count(*)::int from oauth_token as given where given.grant_id = token.grant_id
       and given.parent_hash = token.token_hash and given.type = 'access') as uses
  from oauth_token as token where token_hash = $1`)
/** Its line goes on: what was given for the token before it is not given again. */
const rotate = sql(`
  update oauth_token
  set rotated_at = case when token_hash = $1 then now() else rotated_at end,
    sealed_successor = case when token_hash = $1 then $2::bytea end
  where token_hash in ($1, $3)`)
const markGivenAgain = sql('update oauth_token set given_again_at = now() where token_hash = $1')

const INVALID_REFRESH_TOKEN = 'The refresh token is not valid or has expired.'

/**
 * Whether a token that was used comes again too late or too often to be a request that overlapped, or while another line
 * goes on: its successor was used already, or it was given twice itself, and both of its holders have used it.
 */
const isReuse = (row: RefreshRow, now: string): boolean =>
  row.rotated_at !== null &&
  (Date.parse(now) - Date.parse(row.rotated_at) > LIFETIME.grace * 1_000 ||
    row.sealed_successor === null ||
    row.given_again_at !== null ||
    row.uses > MAX_OVERLAPPING_REFRESHES)

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
 * Gives new tokens for a refresh token, which is used up by it (RFC 9700 section 4.14.2). Requests that overlap all get the
 * same refresh token, so that one line goes on. Where two do, or one comes later, the connection ends, since an attacker may
 * have the token.
 */
export async function refresh(
  tx: PlatformTx,
  fields: Fields,
  { record, box, take }: Refreshing,
): Promise<TokenResponse> {
  const { client_id: clientId = '', refresh_token: token, scope: asked = '', resource } = fields
  if (token === undefined) return new OAuthError('invalid_request', 'refresh_token is required.')
  const hash = secretHash(token)
  const [found] = await tx.sql(grantOfToken([hash, clientId]))
  const grant = found && (await lockActiveGrant(tx, found.grant_id))
  if (!grant) return new OAuthError('invalid_grant', INVALID_REFRESH_TOKEN)
  const wait = take('refresh', grant.id)
  if (wait > 0) return new OAuthError('slow_down', 'Too many requests.', wait)
  const [row] = await tx.sql(readToken([hash]))
  if (!row) return new OAuthError('invalid_grant', INVALID_REFRESH_TOKEN)
  if (isReuse(row, tx.now)) {
    await endStolenGrant(tx, grant.id, 'token.reused', record)
    return new OAuthError('invalid_grant', INVALID_REFRESH_TOKEN)
  }
  const scope = narrowedScope(asked, found.consented, grant.scope)
  if (scope === undefined) return new OAuthError('invalid_scope', 'scope was not granted.')
  if (resource !== undefined && !isResource(resource, grant.resource))
    return new OAuthError('invalid_target', 'resource differs.')
  const refreshToken = await successorOf(tx, grant, { hash, row, box })
  await record(tx, 'token.refreshed', {
    ...factsOf(grant, grant.id),
    ...(row.rotated_at !== null && { detail: 'given again' }),
  })
  return issueTokens(tx, grant, { scope, parent: hash, refreshToken })
}

interface Used {
  hash: Buffer
  row: RefreshRow
  box: SecretBox
}

/** The one refresh token that follows a used one: made with its first use, the same with any that overlaps. */
async function successorOf(tx: PlatformTx, grant: ActiveGrant, { hash, row, box }: Used): Promise<string> {
  const purpose = successorPurpose(hash.toString('hex'))
  if (row.sealed_successor !== null) {
    const again = box.open(row.sealed_successor, purpose).toString()
    await tx.sql(markGivenAgain([secretHash(again)]))
    return again
  }
  const successor = await addRefreshToken(tx, grant, hash)
  await tx.sql(rotate([hash, box.seal(successor, purpose), row.parent_hash]))
  return successor
}
