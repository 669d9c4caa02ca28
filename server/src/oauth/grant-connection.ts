import type { AssistantScope } from '@clinic/contract/assistant-scopes.ts'
import { sql } from '../db/statement.ts'
import { CONTACTS_SCOPE } from '../domain/assistants/assistant-policy.ts'
import type { StaffSession } from '../domain/staff/session.ts'
import type { PlatformTx } from '../kernel/tx.ts'
import { newId } from '../kernel/values/ids.ts'
import type { RecordEvent } from './events.ts'
import type { GrantableClinic } from './grantable-clinics.ts'
import { LIFETIME, MAX_CONNECTIONS, secondsAfter } from './lifetimes.ts'
import { notifyOwners } from './notify-owners.ts'
import type { PendingRequest } from './pending-request.ts'
import { newSecret, secretHash } from './secrets.ts'

const addGrant = sql(`
  insert into oauth_grant (id, client_id, user_id, company_id, scope, declined, resource, redirect_uri, second_factor,
    authenticated_at, created_at, absolute_end)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, staff_logged_in_at($10), $11, $12)`)
const addCode = sql(`
  insert into oauth_authorization_code (code_hash, grant_id, client_id, company_id, redirect_uri, code_challenge, expires_at)
  values ($1, $2, $3, $4, $5, $6, $7)`)
const recordConsent = sql(`
  update oauth_client set first_consent_at = coalesce(first_consent_at, $2), last_used_at = $2 where client_id = $1`)
/** The grants of one person, client and clinic are made one after another, or two would both be within the limit. */
const queue = sql("select pg_advisory_xact_lock(hashtextextended('oauth_grant ' || $1, 0))")
const dropOldest = sql(`
  delete from oauth_grant where id in (
    select id from oauth_grant where client_id = $1 and user_id = $2 and company_id = $3
    order by created_at desc, id desc offset ${MAX_CONNECTIONS})`)

export interface Consent {
  pending: PendingRequest
  session: StaffSession
  chosen: GrantableClinic
  /** Of the scopes that the page listed, those that the person allowed. */
  granted: readonly AssistantScope[]
}

/** Makes the connection that a person consented to, and answers its authorization code; the owners are notified. */
export async function grantConnection(tx: PlatformTx, consent: Consent, record: RecordEvent): Promise<string> {
  const { pending, session, chosen, granted } = consent
  const { company_id: companyId } = chosen.clinic
  const { user_id: userId } = session
  const grantId = await addConnection(tx, consent)
  const code = await issueCode(tx, pending, grantId, companyId)
  const facts = { clientId: pending.client_id, userId, companyId, grantId, scope: granted.join(' ') }
  await record(tx, 'consent.allowed', { ...facts, detail: chosen.scopes.join(' ') })
  const { host } = new URL(pending.redirect_uri)
  const contacts = granted.includes(CONTACTS_SCOPE)
  await notifyOwners(tx, { companyId, userId, template: 'assistant_connected', host, contacts })
  return code
}

async function addConnection(tx: PlatformTx, { pending, session, chosen, granted }: Consent): Promise<string> {
  const id = newId('ogr')
  const owner = [pending.client_id, session.user_id, chosen.clinic.company_id]
  const declined = chosen.scopes.filter(scope => !granted.includes(scope))
  const scopes = [granted.join(' '), declined.join(' ')]
  const login = [session.second_factor_at !== null, session.session_id]
  const end = secondsAfter(tx.now, Math.min(LIFETIME.grant, chosen.maxDays * 86_400))
  await tx.sql(queue([owner.join(' ')]))
  await tx.sql(addGrant([id, ...owner, ...scopes, pending.resource, pending.redirect_uri, ...login, tx.now, end]))
  await tx.sql(dropOldest(owner))
  await tx.sql(recordConsent([pending.client_id, tx.now]))
  return id
}

async function issueCode(tx: PlatformTx, pending: PendingRequest, grantId: string, companyId: string): Promise<string> {
  const code = newSecret('code')
  const bound = [grantId, pending.client_id, companyId, pending.redirect_uri, pending.code_challenge]
  await tx.sql(addCode([secretHash(code), ...bound, secondsAfter(tx.now, LIFETIME.code)]))
  return code
}
