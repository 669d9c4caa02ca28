import { randomBytes } from 'node:crypto'
import { sql } from '../db/statement.ts'
import type { PlatformTx } from '../kernel/tx.ts'
import {
  type AuthorizationRequest,
  readAuthorization,
  type Target,
  targetOf,
  withAnswer,
} from './authorization-request.ts'
import { type Client, mayBounce } from './clients.ts'
import type { NoteEvent } from './events.ts'
import { LIFETIME, secondsAfter } from './lifetimes.ts'
import { secretHash } from './secrets.ts'

const addFlow = sql(`
  insert into oauth_flow (flow_hash, browser_hash, client_id, redirect_uri, state, scope, resource, code_challenge,
    created_at, expires_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`)

export interface Places {
  issuer: string
  /** Where the clinic's web login is. */
  webOrigin: string
  resource: string
  /** Whether known clients may be answered on the person's own machine. */
  loopback: boolean
}

/** Where the browser goes next; or what it is shown, with the way back that the person may take. */
export type Authorization =
  | { to: 'login'; location: string; browserToken: string }
  | { to: 'client'; location: string }
  | { to: 'page'; message: 'unknownApp'; detail?: undefined }
  | { to: 'page'; message: 'badRequest'; detail: string; returnTo: string }

const random = (): string => randomBytes(32).toString('base64url')

/** The login page, which comes back to the flow. */
export const loginHref = ({ issuer, webOrigin }: Places, flowId: string, more: Record<string, string> = {}): string =>
  `${webOrigin}/login?${new URLSearchParams({ ...more, oauth_return: `${issuer}/oauth/callback?flow=${flowId}` })}`

/**
 * Begins a flow (RFC 6749 section 4.1.1): first whether there is somebody to answer, then the request, then it is stored
 * and the browser sent to the clinic's login, which returns it by `oauth_return`.
 */
export async function authorize(
  tx: PlatformTx,
  { query, client }: { query: Record<string, unknown>; client: Client | undefined },
  places: Places,
  note: NoteEvent,
): Promise<Authorization> {
  const target = targetOf(query, client, places)
  if (!target || !client) return { to: 'page', message: 'unknownApp' }
  const read = readAuthorization(query, places.resource)
  if ('error' in read) {
    const answer = { error: read.error, error_description: read.description, state: target.state, iss: places.issuer }
    const location = withAnswer(target.redirectUri, answer)
    if (mayBounce(client)) return { to: 'client', location }
    return { to: 'page', message: 'badRequest', detail: `${read.error}: ${read.description}`, returnTo: location }
  }
  const { flow, browserToken } = await storeFlow(tx, target, read)
  await note(tx, 'flow.started', { clientId: client.client_id, scope: read.scope })
  return { to: 'login', location: loginHref(places, flow), browserToken }
}

async function storeFlow(
  tx: PlatformTx,
  { clientId, redirectUri, state }: Target,
  { scope, resource, codeChallenge }: AuthorizationRequest,
) {
  const [flow, browserToken] = [random(), random()]
  const asked = [clientId, redirectUri, state, scope, resource, codeChallenge]
  const end = secondsAfter(tx.now, LIFETIME.flow)
  await tx.sql(addFlow([secretHash(flow), secretHash(browserToken), ...asked, tx.now, end]))
  return { flow, browserToken }
}
