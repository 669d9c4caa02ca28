import type { AssistantScope } from '@clinic/contract/assistant-scopes.ts'
import { sql } from '../db/statement.ts'
import { CONTACTS_SCOPE } from '../domain/assistants/assistant-policy.ts'
import { mayEnter, type StaffSession } from '../domain/staff/session.ts'
import type { PlatformTx } from '../kernel/tx.ts'
import { newId } from '../kernel/values/ids.ts'
import type { Arrival } from './arrival.ts'
import type { NoteEvent } from './events.ts'
import { decideFlow, type Flow } from './flow.ts'
import { LIFETIME, MOST_CONNECTIONS, secondsAfter } from './lifetimes.ts'
import type { Offer } from './offers.ts'
import { newSecret, secretHash } from './secrets.ts'
import { tellOwners } from './tell-owners.ts'

/** What the client is answered, or why it is not answered yet. */
export type Decision =
  | { answer: Readonly<Record<string, string>> }
  | 'over'
  | 'other_clinic'
  | 'second_factor'
  | 'nothing_allowed'

const addGrant = sql(`
  insert into oauth_grant (id, client_id, user_id, company_id, scope, declined, resource, redirect_uri, second_factor,
    authenticated_at, created_at, absolute_end)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, staff_logged_in_at($10), $11, $12)`)
const addCode = sql(`
  insert into oauth_authorization_code (code_hash, grant_id, client_id, company_id, redirect_uri, code_challenge, expires_at)
  values ($1, $2, $3, $4, $5, $6, $7)`)
const noteConsent = sql(`
  update oauth_client set first_consent_at = coalesce(first_consent_at, $2), last_used_at = $2 where client_id = $1`)
/** The grants of one person, client and clinic are made one after another, or two would both be within the limit. */
const queue = sql("select pg_advisory_xact_lock(hashtextextended('oauth_grant ' || $1, 0))")
const dropOldest = sql(`
  delete from oauth_grant where id in (
    select id from oauth_grant where client_id = $1 and user_id = $2 and company_id = $3
    order by created_at desc, id desc offset ${MOST_CONNECTIONS})`)

/** What is always part of a connection, so that an assistant can say where it is. */
const ALWAYS: AssistantScope = 'clinic:read'
export const isOptional = (scope: AssistantScope): boolean => scope !== ALWAYS

/** The person says no: the flow is used up and the client told (RFC 6749 section 4.1.2.1). */
export async function deny(tx: PlatformTx, { flow, session, chosen }: Arrival, note: NoteEvent): Promise<Decision> {
  if (!(await decideFlow(tx, flow))) return 'over'
  const shown = chosen && { companyId: chosen.clinic.company_id, detail: chosen.scopes.join(' ') }
  await note(tx, 'consent.denied', { clientId: flow.client_id, userId: session.user_id, ...shown })
  return { answer: { error: 'access_denied', error_description: 'The connection was not allowed.' } }
}

/** The person says yes to some of what was offered in the clinic of the page: a connection and its code, once. */
export async function allow(
  tx: PlatformTx,
  { flow, session, chosen }: Arrival,
  { companyId, ticked }: { companyId: string | undefined; ticked: readonly string[] },
  note: NoteEvent,
): Promise<Decision> {
  if (!chosen || chosen.clinic.company_id !== companyId) return 'other_clinic'
  if (!mayEnter(session, chosen.clinic)) return 'second_factor'
  const granted = chosen.scopes.filter(scope => !isOptional(scope) || ticked.includes(scope))
  if (granted.length === 0) return 'nothing_allowed'
  if (!(await decideFlow(tx, flow))) return 'over'
  const grant = {
    flow,
    chosen,
    scope: granted.join(' '),
    declined: chosen.scopes.filter(scope => !granted.includes(scope)).join(' '),
    session,
  }
  const grantId = await connect(tx, grant)
  const code = await issueCode(tx, flow, grantId, companyId)
  const whose = { clientId: flow.client_id, userId: session.user_id, companyId, grantId }
  await note(tx, 'consent.allowed', { ...whose, scope: grant.scope, detail: chosen.scopes.join(' ') })
  const { host } = new URL(flow.redirect_uri)
  const contacts = granted.includes(CONTACTS_SCOPE)
  await tellOwners(tx, { companyId, userId: session.user_id, template: 'assistant_connected', host, contacts })
  return { answer: { code } }
}

interface NewGrant {
  flow: Flow
  chosen: Offer
  scope: string
  declined: string
  session: StaffSession
}

async function connect(tx: PlatformTx, grant: NewGrant): Promise<string> {
  const { flow, chosen, scope, declined, session } = grant
  const id = newId('ogr')
  const whose = [flow.client_id, session.user_id, chosen.clinic.company_id]
  const login = [session.second_factor_at !== null, session.session_id]
  const end = secondsAfter(tx.now, Math.min(LIFETIME.grant, chosen.maxDays * 86_400))
  await tx.sql(queue([whose.join(' ')]))
  await tx.sql(addGrant([id, ...whose, scope, declined, flow.resource, flow.redirect_uri, ...login, tx.now, end]))
  await tx.sql(dropOldest(whose))
  await tx.sql(noteConsent([flow.client_id, tx.now]))
  return id
}

async function issueCode(tx: PlatformTx, flow: Flow, grantId: string, companyId: string): Promise<string> {
  const code = newSecret('code')
  const bound = [grantId, flow.client_id, companyId, flow.redirect_uri, flow.code_challenge]
  await tx.sql(addCode([secretHash(code), ...bound, secondsAfter(tx.now, LIFETIME.code)]))
  return code
}
