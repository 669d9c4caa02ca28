import { randomBytes } from 'node:crypto'
import { sql } from '../db/statement.ts'
import type { PlatformTx } from '../kernel/tx.ts'
import { readAuthorization, targetOf, withAnswer } from './authorization-request.ts'
import { secondsAfter } from './lifetimes.ts'
import { secretHash } from './secrets.ts'

const FLOW_SECONDS = 900
const findClient = sql('select client_id, redirect_uris from oauth_client where client_id = $1')
const addFlow = sql(`
  insert into oauth_flow (flow_hash, browser_hash, client_id, redirect_uri, state, scope, resource, code_challenge,
    created_at, expires_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`)

export interface Places {
  issuer: string
  /** Where the clinic's web login is. */
  webOrigin: string
  resource: string
}

/** Where the browser goes next, with its token for this flow; nothing where nobody may be answered. */
export type Authorization = { location: string; browserToken: string | null } | undefined

const random = (): string => randomBytes(32).toString('base64url')

/**
 * Begins a flow (RFC 6749 section 4.1.1): first whether there is somebody to answer, then the request, then it is stored
 * and the browser sent to the clinic's login, which returns it by `oauth_return`.
 */
export async function authorize(
  tx: PlatformTx,
  query: Record<string, unknown>,
  places: Places,
): Promise<Authorization> {
  const known = typeof query.client_id === 'string' ? await tx.sql<Client>(findClient([query.client_id])) : []
  const target = targetOf(query, known[0])
  if (!target) return undefined
  const { clientId, redirectUri, state } = target
  const read = readAuthorization(query, places.resource)
  if ('error' in read) {
    const answer = { error: read.error, error_description: read.description, state, iss: places.issuer }
    return { location: withAnswer(redirectUri, answer), browserToken: null }
  }
  const [flow, browserToken] = [random(), random()]
  const asked = [clientId, redirectUri, state, read.scope, read.resource, read.codeChallenge]
  const end = secondsAfter(tx.now, FLOW_SECONDS)
  await tx.sql(addFlow([secretHash(flow), secretHash(browserToken), ...asked, tx.now, end]))
  const back = encodeURIComponent(`${places.issuer}/oauth/callback?flow=${flow}`)
  return { location: `${places.webOrigin}/login?oauth_return=${back}`, browserToken }
}

interface Client {
  client_id: string
  redirect_uris: string[]
}
