import { type Statement, sql } from '../db/statement.ts'
import type { Tally } from '../kernel/tally.ts'
import type { PlatformTx } from '../kernel/tx.ts'

/** What the authorization server keeps a record of. */
type OAuthEvent =
  | 'client.registered'
  | 'client.read'
  | 'client.unreadable'
  | 'flow.started'
  | 'flow.bound'
  | 'flow.clinic_chosen'
  | 'consent.allowed'
  | 'consent.denied'
  | 'code.exchanged'
  | 'code.replayed'
  | 'token.refreshed'
  | 'token.reused'
  | 'token.revoked'
  | 'connection.revoked'
  | 'introspection.refused'

/** Which request does something, and from where. */
export interface Origin {
  requestId: string
  address: string
}

interface EventFacts {
  clientId?: string
  userId?: string
  companyId?: string
  grantId?: string
  scope?: string
  /** Why, or what more: the scopes that a consent page showed, what a token was refused for. */
  detail?: string
}

/** The facts of a row that names a connection. */
export const factsOf = (row: { client_id: string; user_id: string; company_id: string }, grantId: string) => ({
  clientId: row.client_id,
  userId: row.user_id,
  companyId: row.company_id,
  grantId,
})

/** Keeps what happened, with the transaction in which it did. No code and no token may be among the facts. */
export type RecordEvent = (tx: PlatformTx, kind: OAuthEvent, facts: EventFacts) => Promise<void>

const add = sql(`
  insert into oauth_event (kind, client_id, user_id, company_id, grant_id, scope, detail, request_id, address)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`)

export const recordEvent =
  ({ requestId, address }: Origin): RecordEvent =>
  async (tx, kind, { clientId, userId, companyId, grantId, scope, detail }) => {
    const facts = [clientId, userId, companyId, grantId, scope, detail].map(fact => fact ?? null)
    await tx.sql(add([kind, ...facts, requestId, address]))
  }

/** Counts, besides, what came again that comes but once. */
export const countingReplays =
  (record: RecordEvent, replays: Tally): RecordEvent =>
  async (tx, kind, facts) => {
    if (kind === 'code.replayed' || kind === 'token.reused') replays.add(kind)
    await record(tx, kind, facts)
  }

const addRefused = sql('select record_refused_tokens($1, $2, $3)')

/** Keeps why tokens that there are were refused to the resource server, by their hashes. */
export const recordRefusedTokens = (hashes: readonly Buffer[], { requestId, address }: Origin): Statement =>
  addRefused([hashes, requestId, address])
