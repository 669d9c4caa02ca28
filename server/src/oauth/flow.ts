import { sql } from '../db/statement.ts'
import type { PlatformTx } from '../kernel/tx.ts'
import { secretHash } from './secrets.ts'

/** An attempt to connect, with what is known of the client. */
export interface Flow {
  flow_hash: Buffer
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

const find = sql<Flow>(`
  select flow.flow_hash, flow.browser_hash, flow.redirect_uri, flow.state, flow.scope, flow.resource, flow.code_challenge,
    flow.user_id, flow.company_id, client.client_id, client.kind as client_kind, client.name as client_name,
    oauth_client_verified(client) as client_verified
  from oauth_flow as flow join oauth_client as client using (client_id)
  where flow_hash = $1 and decided_at is null and expires_at > now()`)
const bind = sql('update oauth_flow set user_id = $2 where flow_hash = $1 and user_id is null returning user_id')
const choose = sql('update oauth_flow set company_id = $2 where flow_hash = $1 and decided_at is null')
const decide = sql(`
  update oauth_flow set decided_at = now()
  where flow_hash = $1 and decided_at is null and expires_at > now() returning flow_hash`)

/** A flow that is still open. */
export const openFlow = async (tx: PlatformTx, id: string): Promise<Flow | undefined> =>
  (await tx.sql(find([secretHash(id)])))[0]

/** Whether the flow began in the browser that holds these tokens (specification, OAuth rule 7). */
export const isOfBrowser = (flow: Flow, tokens: readonly string[]): boolean =>
  tokens.some(token => secretHash(token).equals(flow.browser_hash))

/** Makes the flow somebody's; false where somebody else was quicker. */
export const bindFlow = async (tx: PlatformTx, flow: Flow, userId: string): Promise<boolean> =>
  (await tx.sql(bind([flow.flow_hash, userId]))).length === 1

export const chooseClinic = async (tx: PlatformTx, flow: Flow, companyId: string): Promise<void> =>
  void (await tx.sql(choose([flow.flow_hash, companyId])))

/** Uses the flow up; true for exactly one caller. */
export const decideFlow = async (tx: PlatformTx, flow: Flow): Promise<boolean> =>
  (await tx.sql(decide([flow.flow_hash]))).length === 1
