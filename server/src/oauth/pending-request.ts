import { randomBytes } from 'node:crypto'
import { sql } from '../db/statement.ts'
import type { PlatformTx } from '../kernel/tx.ts'
import { LIFETIME, secondsAfter } from './lifetimes.ts'
import { secretHash } from './secrets.ts'

/** An authorization request that a person has not decided yet, with what is known of its client. */
export interface PendingRequest {
  request_hash: Buffer
  browser_hash: Buffer
  client_id: string
  client_kind: 'dcr' | 'cimd' | 'preregistered'
  client_name: string
  client_verified: boolean
  redirect_uri: string
  state: string | null
  scope: string
  resource: string
  code_challenge: string
  user_id: string | null
  company_id: string | null
}

const add = sql(`
  insert into oauth_authorization_request (request_hash, browser_hash, client_id, redirect_uri, state, scope, resource, code_challenge,
    created_at, expires_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`)
const find = sql<PendingRequest>(`
  select request_hash, browser_hash, redirect_uri, state, scope, resource, code_challenge, user_id, company_id,
    client.client_id, client.kind as client_kind, client.name as client_name,
    oauth_client_verified(client) as client_verified
  from oauth_authorization_request join oauth_client as client using (client_id)
  where request_hash = $1 and decided_at is null and expires_at > now()`)
const bind = sql(
  'update oauth_authorization_request set user_id = $2 where request_hash = $1 and user_id is null returning user_id',
)
const choose = sql(
  'update oauth_authorization_request set company_id = $2 where request_hash = $1 and decided_at is null',
)
const decide = sql(`
  update oauth_authorization_request set decided_at = now()
  where request_hash = $1 and decided_at is null and expires_at > now() returning request_hash`)

const random = (): string => randomBytes(32).toString('base64url')

/** Stores a request; answers its id and the token of the browser that it belongs to, of which only hashes are kept. */
export async function storeRequest(
  tx: PlatformTx,
  asked: Pick<PendingRequest, 'client_id' | 'redirect_uri' | 'state' | 'scope' | 'resource' | 'code_challenge'>,
): Promise<{ id: string; browserToken: string }> {
  const [id, browserToken] = [random(), random()]
  const { client_id, redirect_uri, state, scope, resource, code_challenge } = asked
  const values = [client_id, redirect_uri, state, scope, resource, code_challenge]
  const end = secondsAfter(tx.now, LIFETIME.request)
  await tx.sql(add([secretHash(id), secretHash(browserToken), ...values, tx.now, end]))
  return { id, browserToken }
}

/** The request, while it is pending. */
export const findPendingRequest = async (tx: PlatformTx, id: string): Promise<PendingRequest | undefined> =>
  (await tx.sql(find([secretHash(id)])))[0]

/** Whether the request began in the browser that holds these tokens (specification, OAuth rule 7). */
export const isOfBrowser = (pending: PendingRequest, tokens: readonly string[]): boolean =>
  tokens.some(token => secretHash(token).equals(pending.browser_hash))

/** Makes the request this person's; false where another person was quicker. */
export const bindToPerson = async (tx: PlatformTx, pending: PendingRequest, userId: string): Promise<boolean> =>
  (await tx.sql(bind([pending.request_hash, userId]))).length === 1

export const bindToClinic = async (tx: PlatformTx, pending: PendingRequest, companyId: string): Promise<void> =>
  void (await tx.sql(choose([pending.request_hash, companyId])))

/** Uses the request up; true for exactly one caller. */
export const consumeRequest = async (tx: PlatformTx, pending: PendingRequest): Promise<boolean> =>
  (await tx.sql(decide([pending.request_hash]))).length === 1
