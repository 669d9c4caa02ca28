import { hash } from 'node:crypto'
import { sql } from '../db/statement.ts'
import type { TableRow } from '../db/tables.ts'
import type { PlatformTx } from '../kernel/tx.ts'
import { findClient } from './clients.ts'
import { factsOf, type RecordEvent } from './events.ts'
import type { Fields } from './form.ts'
import { addRefreshToken, endStolenGrant, issueTokens, lockActiveGrant, type TokenResponse } from './grants.ts'
import { OAuthError } from './oauth-error.ts'
import { type Refreshing, refresh } from './refresh.ts'
import { isResource } from './resource.ts'
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

/** The token endpoint (RFC 6749 section 3.2): the client, the kind of grant, then the grant itself. */
export async function token(tx: PlatformTx, fields: Fields, means: Refreshing): Promise<TokenResponse> {
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
  if (type === 'refresh_token') return refresh(tx, fields, means)
  const refreshes = client.grant_types.includes('refresh_token')
  return exchangeCode(tx, fields, { refreshes, record: means.record })
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
  const refreshToken = refreshes ? await addRefreshToken(tx, grant) : undefined
  return issueTokens(tx, grant, { scope: grant.scope, refreshToken })
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
