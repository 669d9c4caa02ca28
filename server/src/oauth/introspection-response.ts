import type { StaffRole } from '@clinic/contract/staff/permissions.ts'
import { readableScopes } from '../domain/assistants/role-scopes.ts'

/** An access token that is active, with all that the answer tells of it. */
export interface ActiveToken {
  /** Which of the tokens asked about it is, from 1 on. */
  place: number
  grant_id: string
  client_id: string
  client_name: string
  user_id: string
  user_name: string
  email: string
  company_id: string
  token_scope: string
  grant_scope: string
  resource: string
  declined: string
  created_at: string
  expires_at: string
  absolute_end: string
  role: StaffRole
  practitioner_id: string | null
  branch_ids: string[] | null
  /** The use that was recorded last is a minute ago. */
  last_use_stale: boolean
  /** A minute after the use that was recorded last. */
  last_use_fresh_until: string | null
  /** The grant version of the clinic when this was read: see kernel/grant-version.ts. */
  grant_version: number
}

const seconds = (instant: string): number => Math.floor(Date.parse(instant) / 1_000)

/** Of the token's scopes, those that the clinic leaves to the connection and the person may still read. */
function scopeOf({ token_scope: token, grant_scope: granted, role }: ActiveToken): string {
  const has = new Set(granted.split(' '))
  return readableScopes(role, token)
    .filter(name => has.has(name))
    .join(' ')
}

/** The response of RFC 7662 section 2.2 with what the resource server has to know besides. */
export const activeResponse = (found: ActiveToken, issuer: string) => ({
  active: true,
  scope: scopeOf(found),
  client_id: found.client_id,
  client_name: found.client_name,
  sub: found.user_id,
  name: found.user_name,
  email: found.email,
  aud: found.resource,
  iss: issuer,
  iat: seconds(found.created_at),
  exp: seconds(found.expires_at),
  token_type: 'Bearer',
  company_id: found.company_id,
  grant_id: found.grant_id,
  /** What the connection was allowed, whatever of it the person may read now; what was refused; and until when. */
  grant_scope: found.grant_scope,
  grant_declined: found.declined,
  grant_exp: seconds(found.absolute_end),
  role: found.role,
  practitioner_id: found.practitioner_id,
  /** The branches that the person is limited to; null for all. */
  branch_ids: found.branch_ids,
})
