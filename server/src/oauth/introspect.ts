import type { StaffRole } from '@clinic/contract/staff/permissions.ts'
import { type Statement, sql } from '../db/statement.ts'
import { readableScopes } from '../domain/assistants/role-scopes.ts'
import { isCurrentVersion } from '../kernel/grant-version.ts'
import { noteRefused, type Origin } from './events.ts'
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
  /** A minute after the use that was noted last. */
  noted_until: string | null
  /** Of the clinic, when this was read: see kernel/grant-version.ts. */
  grant_version: number
}

const standing = sql('select * from standing_oauth_tokens($1)')
const noteUse = sql('select note_oauth_use(used) from unnest($1::text[]) as used')
/** A null version is that of a token of which nothing was said yet. */
const changed = sql(`
  select said.place::integer from unnest($1::text[], $2::bigint[]) with ordinality as said (company_id, grant_version, place)
  where not ${isCurrentVersion('said.company_id', 'said.grant_version')}`)

type Run = <Output>(statement: Statement) => Promise<Output[]>

/** What was said of a token: so long it need not be made again, while the clinic's version is current. */
interface Said {
  answer: string
  companyId: string
  grantVersion: number
  untilMs: number
}

/** Answers what each of the tokens is good for now, in their order, as JSON. */
export type Introspect = (tokens: readonly string[], origin: Origin) => Promise<string[]>

const INACTIVE = JSON.stringify({ active: false })
const MOST_REMEMBERED = 10_000

/**
 * What an access token is good for now (RFC 7662): the scopes are those that the person may still read. Of any other token
 * nothing but that it is not active. What was said of a token is said again as long as nothing that it rests on has changed,
 * which the database is asked each time. That tokens were used is noted once a minute, and so is why they were refused.
 */
export function introspection(run: Run, issuer: string): Introspect {
  const remembered = new Map<string, Said>()

  /** What was said of the token, if it has neither expired since nor is its use to be noted again. */
  function recall(hash: Buffer): Said | undefined {
    const said = remembered.get(keyOf(hash))
    return said && said.untilMs > Date.now() ? said : undefined
  }

  async function lookUp(hashes: readonly Buffer[], origin: Origin): Promise<string[]> {
    const found = await run<StandingToken>(standing([hashes]))
    const used = found.filter(({ unnoted }) => unnoted).map(({ grant_id }) => grant_id)
    if (used.length > 0) await run(noteUse([used]))
    const byPlace = new Map(found.map(row => [row.place, row]))
    const refused = hashes.filter((_, index) => !byPlace.has(index + 1))
    if (refused.length > 0) await run(noteRefused(refused, origin))
    return hashes.map((hash, index) => {
      const row = byPlace.get(index + 1)
      return row ? remember(hash, row) : INACTIVE
    })
  }

  function remember(hash: Buffer, row: StandingToken): string {
    const answer = JSON.stringify(presented(row, issuer))
    if (remembered.size >= MOST_REMEMBERED) remembered.clear()
    const untilMs = Math.min(Date.parse(row.noted_until ?? row.created_at), Date.parse(row.expires_at))
    remembered.set(keyOf(hash), { answer, companyId: row.company_id, grantVersion: row.grant_version, untilMs })
    return answer
  }

  return async (tokens, origin) => {
    const hashes = tokens.map(secretHash)
    const said = hashes.map(recall)
    if (said.some(one => one)) {
      const versions = [said.map(one => one?.companyId ?? null), said.map(one => one?.grantVersion ?? null)]
      for (const { place } of await run<{ place: number }>(changed(versions))) said[place - 1] = undefined
    }
    const defaultedColumns = hashes.filter((_, index) => !said[index])
    const found = defaultedColumns.length > 0 ? await lookUp(defaultedColumns, origin) : []
    return said.map(one => one?.answer ?? found.shift() ?? INACTIVE)
  }
}

const keyOf = (hash: Buffer): string => hash.toString('base64')

const seconds = (instant: string): number => Math.floor(Date.parse(instant) / 1_000)

/** Of the token's scopes, those that the clinic leaves to the connection and the person may still read. */
function scopeOf({ token_scope: token, grant_scope: granted, role }: StandingToken): string {
  const has = new Set(granted.split(' '))
  return readableScopes(role, token)
    .filter(name => has.has(name))
    .join(' ')
}

const presented = (found: StandingToken, issuer: string) => ({
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
