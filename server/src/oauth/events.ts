import { sql } from '../db/statement.ts'
import type { PlatformTx } from '../kernel/tx.ts'

/** What is kept of the authorization server's doings. */
export type OAuthEvent =
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

/** Which request does something, and from where. */
export interface Origin {
  requestId: string
  address: string
}

export interface EventFacts {
  clientId?: string
  userId?: string
  companyId?: string
  grantId?: string
  scope?: string
}

/** Keeps what happened, with the transaction in which it did. No code and no token may be among the facts. */
export type NoteEvent = (tx: PlatformTx, kind: OAuthEvent, facts: EventFacts) => Promise<void>

const add = sql(`
  insert into oauth_event (at, kind, client_id, user_id, company_id, grant_id, scope, request_id, address)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`)

export const noteEvent =
  ({ requestId, address }: Origin): NoteEvent =>
  async (tx, kind, { clientId, userId, companyId, grantId, scope }) => {
    const facts = [clientId, userId, companyId, grantId, scope].map(fact => fact ?? null)
    await tx.sql(add([tx.now, kind, ...facts, requestId, address]))
  }
