import { sql } from '../db/statement.ts'
import type { PlatformTx } from '../kernel/tx.ts'
import type { Fields } from './form.ts'
import { standingGrant } from './grants.ts'
import { secretHash } from './secrets.ts'

const findAccess = sql(`
  select token.grant_id, token.scope, token.created_at, token.expires_at, client.name
  from oauth_token as token join oauth_client as client using (client_id)
  where token_hash = $1 and type = 'access' and expires_at > now()`)
const noteUse = sql('select note_oauth_use($1)')

interface AccessRow {
  grant_id: string
  scope: string
  created_at: string
  expires_at: string
  name: string
}

/** Of the token's scopes, those that the connection still has. */
const left = (scope: string, granted: string): string => {
  const has = new Set(granted.split(' '))
  return scope
    .split(' ')
    .filter(name => has.has(name))
    .join(' ')
}
const seconds = (instant: string): number => Math.floor(Date.parse(instant) / 1_000)

/** What an access token is good for now (RFC 7662); of any other token nothing but that it is not active. */
export async function introspect(tx: PlatformTx, { token = '' }: Fields, issuer: string) {
  const [access] = await tx.sql<AccessRow>(findAccess([secretHash(token)]))
  const grant = access && (await standingGrant(tx, access.grant_id))
  if (!grant) return { active: false }
  await tx.sql(noteUse([grant.id]))
  return {
    active: true,
    scope: left(access.scope, grant.scope),
    client_id: grant.client_id,
    client_name: access.name,
    sub: grant.user_id,
    aud: grant.resource,
    iss: issuer,
    iat: seconds(access.created_at),
    exp: Math.min(seconds(access.expires_at), seconds(grant.absolute_end)),
    token_type: 'Bearer',
    company_id: grant.company_id,
    grant_id: grant.id,
    role: grant.role,
    practitioner_id: grant.practitioner_id,
  }
}
