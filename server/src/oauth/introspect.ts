import type { StaffRole } from '@clinic/contract/staff/permissions.ts'
import { LRUCache } from 'lru-cache'
import { sql } from '../db/statement.ts'
import { readableScopes } from '../domain/assistants/role-scopes.ts'
import { isCurrentVersion } from '../kernel/grant-version.ts'
import { elsewhere } from '../kernel/misdirected.ts'
import { type Origin, recordRefusedTokens } from './events.ts'
import type { OAuthDeps } from './oauth-deps.ts'
import { secretHash } from './secrets.ts'

/** An access token that is active, with all that the answer tells of it. */
interface ActiveToken {
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
  /** Whether every branch is seen; else `branch_ids` alone, and none where there are none. */
  all_branches: boolean
  branch_ids: string[]
  /** The use that was recorded last is a minute ago. */
  last_use_stale: boolean
  /** A minute after the use that was recorded last. */
  last_use_fresh_until: string | null
  /** The grant version of the clinic when this was read: see kernel/grant-version.ts. */
  grant_version: number
  /** Which the clinic lives in; null where control is. */
  cell: string | null
}

const active = sql<ActiveToken>('select found.*, cell_of(company_id) as cell from active_oauth_tokens($1) as found')
const recordUse = sql('select record_oauth_use(used) from unnest($1::text[]) as used')
/** A null version is that of a token without a cached answer. */
const outdated = sql<{ place: number }>(`
  select cached.place::integer
  from unnest($1::text[], $2::bigint[]) with ordinality as cached (company_id, version, place)
  where not ${isCurrentVersion('cached.company_id', 'cached.version')}`)

/** An answer that may be given again while the grant version of its clinic is current. */
interface CachedAnswer {
  json: string
  companyId: string
  version: number
}

const INACTIVE = JSON.stringify({ active: false })
const MAX_CACHED = 10_000

/**
 * What an access token is good for now (RFC 7662): the scopes are those that the person may still read. Of any other token
 * nothing but that it is not active. An answer is given again as long as nothing that it rests on has changed, which the
 * database is asked each time. That tokens were used is recorded once a minute, and so is why they were refused.
 */
export function introspection({ run, cell }: Pick<OAuthDeps, 'run' | 'cell'>, issuer: string) {
  const cache = new LRUCache<string, CachedAnswer>({ max: MAX_CACHED })

  /** The cached answers that still hold, in the order of the tokens. */
  async function recall(hashes: readonly Buffer[]): Promise<(CachedAnswer | undefined)[]> {
    const answers = hashes.map(hash => cache.get(keyOf(hash)))
    if (answers.every(answer => !answer)) return answers
    const versions = [answers.map(answer => answer?.companyId ?? null), answers.map(answer => answer?.version ?? null)]
    for (const { place } of await run(outdated(versions))) answers[place - 1] = undefined
    return answers
  }

  async function lookUp(hashes: readonly Buffer[], origin: Origin): Promise<string[]> {
    const found = await run(active([hashes]))
    const used = found.filter(({ last_use_stale }) => last_use_stale).map(({ grant_id }) => grant_id)
    if (used.length > 0) await run(recordUse([used]))
    const byPlace = new Map(found.map(row => [row.place, row]))
    const refused = hashes.filter((_, index) => !byPlace.has(index + 1))
    if (refused.length > 0) await run(recordRefusedTokens(refused, origin))
    return hashes.map((hash, index) => {
      const row = byPlace.get(index + 1)
      return row ? keep(hash, row) : INACTIVE
    })
  }

  function keep(hash: Buffer, row: ActiveToken): string {
    const json = JSON.stringify(activeResponse(row, issuer, elsewhere({ cell }, row)))
    // It is asked anew once its use is to be recorded again, or it has expired.
    const ttl =
      Math.min(Date.parse(row.last_use_fresh_until ?? row.created_at), Date.parse(row.expires_at)) - Date.now()
    if (ttl > 0) cache.set(keyOf(hash), { json, companyId: row.company_id, version: row.grant_version }, { ttl })
    return json
  }

  /** Answers what each of the tokens is good for now, in their order, as JSON. */
  return async (tokens: readonly string[], origin: Origin): Promise<string[]> => {
    const hashes = tokens.map(secretHash)
    const cached = await recall(hashes)
    const missing = hashes.filter((_, index) => !cached[index])
    const found = missing.length > 0 ? await lookUp(missing, origin) : []
    return cached.map(answer => answer?.json ?? found.shift() ?? INACTIVE)
  }
}

const keyOf = (hash: Buffer): string => hash.toString('base64')

const seconds = (instant: string): number => Math.floor(Date.parse(instant) / 1_000)

/** Of the token's scopes, those that the clinic leaves to the connection and the person may still read. */
function scopeOf({ token_scope: token, grant_scope: granted, role }: ActiveToken): string {
  const has = new Set(granted.split(' '))
  return readableScopes(role, token)
    .filter(name => has.has(name))
    .join(' ')
}

/** The response of RFC 7662 section 2.2 with what the resource server has to know besides. */
const activeResponse = (found: ActiveToken, issuer: string, cell: string | null) => ({
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
  /** Unless the person sees every branch, they are limited to these. */
  all_branches: found.all_branches,
  branch_ids: found.branch_ids,
  /** The cell that the clinic lives in, where that is not this one. */
  ...(cell !== null && { clinic_cell: cell }),
})
