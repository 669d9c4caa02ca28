import type { StaffRole } from '@clinic/contract/staff/permissions.ts'
import { sql } from '../db/statement.ts'
import type { TableRow } from '../db/tables.ts'
import type { PlatformTx } from '../kernel/tx.ts'
import { factsOf, type RecordEvent } from './events.ts'
import { LIFETIME, secondsAfter } from './lifetimes.ts'
import { notifyOwners } from './notify-owners.ts'
import type { OAuthError } from './oauth-error.ts'
import { newSecret, secretHash } from './secrets.ts'

/** What the token endpoint answers (RFC 6749 section 5). Errors are values: what was consumed or ended must be committed with them. */
export type TokenResponse = Readonly<Record<string, string | number>> | OAuthError

/** A connection of one person, one client and one clinic that is active now. */
export interface ActiveGrant
  extends Pick<TableRow<'oauth_grant'>, 'id' | Owner | 'scope' | 'resource' | 'absolute_end'> {
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

/** Gives a connection a refresh token; `parent` is the hash of the one that it was given for. */
export const addRefreshToken = async (
  tx: PlatformTx,
  grant: ActiveGrant,
  parent: Buffer | null = null,
): Promise<string> => (await add(tx, grant, { type: 'refresh', scope: grant.scope, parent })).token

/** Gives a connection an access token, beside the refresh token that its client is given (RFC 6749 section 5.1). */
export async function issueTokens(
  tx: PlatformTx,
  grant: ActiveGrant,
  { scope, parent = null, refreshToken }: { scope: string; parent?: Buffer | null; refreshToken?: string | undefined },
) {
  const { token, seconds } = await add(tx, grant, { type: 'access', scope, parent })
  return {
    access_token: token,
    token_type: 'Bearer',
    expires_in: seconds,
    ...(refreshToken !== undefined && { refresh_token: refreshToken }),
    scope,
  }
}

interface NewToken {
  type: 'access' | 'refresh'
  scope: string
  parent: Buffer | null
}

/** No token outlives its connection. */
async function add(tx: PlatformTx, grant: ActiveGrant, { type, scope, parent }: NewToken) {
  const left = Math.floor((Date.parse(grant.absolute_end) - Date.parse(tx.now)) / 1_000)
  const seconds = Math.min(LIFETIME[type], left)
  const token = newSecret(type)
  const whose = [grant.id, grant.client_id, grant.company_id, grant.user_id]
  await tx.sql(addToken([secretHash(token), type, ...whose, scope, parent, tx.now, secondsAfter(tx.now, seconds)]))
  return { token, seconds }
}
