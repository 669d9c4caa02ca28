import type { StaffRole } from '@clinic/contract/staff/permissions.ts'
import { type Statement, sql } from '../db/statement.ts'
import { readableScopes } from '../domain/assistants/role-scopes.ts'
import { noteRefused, type Origin } from './events.ts'
import type { Fields } from './form.ts'
import { secretHash } from './secrets.ts'

interface StandingToken {
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
  /** The use that was noted last is a minute ago. */
  unnoted: boolean
}

const standing = sql('select * from standing_oauth_tokens($1)')
const noteUse = sql('select note_oauth_use(used) from unnest($1::text[]) as used')

type Run = <Output>(statement: Statement) => Promise<Output[]>

/** Who answers, and which request asks. */
interface Asked {
  issuer: string
  origin: Origin
}

const seconds = (instant: string): number => Math.floor(Date.parse(instant) / 1_000)

/** Of the token's scopes, those that the clinic leaves to the connection and the person may still read. */
function scopeOf({ token_scope: token, grant_scope: granted, role }: StandingToken): string {
  const has = new Set(granted.split(' '))
  return readableScopes(role, token)
    .filter(name => has.has(name))
    .join(' ')
}

/**
 * What an access token is good for now (RFC 7662), looked up anew each time: the scopes are those that the person may
 * still read. Of any other token nothing but that it is not active.
 */
export async function introspect(run: Run, { token = '' }: Fields, asked: Asked) {
  const [answer] = await introspectAll(run, [token], asked)
  return answer ?? INACTIVE
}

/**
 * The same for tokens that are asked about together, in their order. That they were used is noted once a minute, and so is
 * why they were refused.
 */
export async function introspectAll(run: Run, tokens: readonly string[], { issuer, origin }: Asked) {
  const hashes = tokens.map(secretHash)
  const found = await run<StandingToken>(standing([hashes]))
  const used = found.filter(({ unnoted }) => unnoted).map(({ grant_id }) => grant_id)
  if (used.length > 0) await run(noteUse([used]))
  const byPlace = new Map(found.map(row => [row.place, row]))
  const refused = hashes.filter((_, index) => !byPlace.has(index + 1))
  if (refused.length > 0) await run(noteRefused(refused, origin))
  return tokens.map((_, index) => presented(byPlace.get(index + 1), issuer))
}

const INACTIVE = { active: false } as const

function presented(found: StandingToken | undefined, issuer: string) {
  if (!found) return INACTIVE
  return {
    active: true as const,
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
  }
}
