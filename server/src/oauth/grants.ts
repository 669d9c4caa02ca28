import type { StaffRole } from '@clinic/contract/staff/permissions.ts'
import { sql } from '../db/statement.ts'
import type { TableRow } from '../db/tables.ts'
import type { PlatformTx } from '../kernel/tx.ts'
import { factsOf, type RecordEvent } from './events.ts'
import { LIFETIME, secondsAfter } from './lifetimes.ts'
import { notifyOwners } from './notify-owners.ts'
import { newSecret, secretHash } from './secrets.ts'

/** A connection of one person, one client and one clinic that is active now. */
interface ActiveGrant extends Pick<TableRow<'oauth_grant'>, 'id' | Owner | 'scope' | 'resource' | 'absolute_end'> {
  role: StaffRole
  practitioner_id: string | null
}

type Owner = 'client_id' | 'user_id' | 'company_id'

const lockActive = sql<ActiveGrant>('select * from lock_active_grant($1)')
const dropGrant = sql<Pick<TableRow<'oauth_grant'>, Owner | 'redirect_uri'>>(`
  delete from oauth_grant where id = $1 returning client_id, user_id, company_id, redirect_uri`)
const addToken = sql(`
  insert into oauth_token
    (token_hash, type, grant_id, client_id, company_id, user_id, scope, parent_hash, created_at, expires_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`)

/** The connection, if all that it rests on still holds; it stays so until the transaction ends. */
export const lockActiveGrant = async (tx: PlatformTx, id: string): Promise<ActiveGrant | undefined> =>
  (await tx.sql(lockActive([id])))[0]

/** Ends a connection with its codes and tokens, since an attacker may have one of them; the owners are notified. */
export async function endStolenGrant(
  tx: PlatformTx,
  id: string,
  kind: 'code.replayed' | 'token.reused',
  record: RecordEvent,
): Promise<void> {
  const [ended] = await tx.sql(dropGrant([id]))
  if (!ended) return
  const { user_id: userId, company_id: companyId, redirect_uri: redirectUri } = ended
  await record(tx, kind, factsOf(ended, id))
  const host = redirectUri === null ? '' : new URL(redirectUri).host
  await notifyOwners(tx, { companyId, userId, template: 'assistant_token_stolen', host })
}

/** Gives a connection an access token and, where the client may refresh, a refresh token (RFC 6749 section 5.1). */
export async function issueTokens(
  tx: PlatformTx,
  grant: ActiveGrant,
  { scope, parent = null, refreshes = true }: { scope: string; parent?: Buffer | null; refreshes?: boolean },
) {
  const left = Math.floor((Date.parse(grant.absolute_end) - Date.parse(tx.now)) / 1_000)
  const add = async (type: 'access' | 'refresh', kept: string): Promise<string> => {
    const token = newSecret(type)
    const expiry = secondsAfter(tx.now, Math.min(LIFETIME[type], left))
    const whose = [grant.id, grant.client_id, grant.company_id, grant.user_id]
    await tx.sql(addToken([secretHash(token), type, ...whose, kept, parent, tx.now, expiry]))
    return token
  }
  return {
    access_token: await add('access', scope),
    token_type: 'Bearer',
    expires_in: Math.min(LIFETIME.access, left),
    ...(refreshes && { refresh_token: await add('refresh', grant.scope) }),
    scope,
  }
}
