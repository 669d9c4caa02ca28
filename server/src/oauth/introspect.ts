import { LRUCache } from 'lru-cache'
import { type Statement, sql } from '../db/statement.ts'
import { isCurrentVersion } from '../kernel/grant-version.ts'
import { type Origin, recordRefusedTokens } from './events.ts'
import { type ActiveToken, activeResponse } from './introspection-response.ts'
import { secretHash } from './secrets.ts'

const active = sql<ActiveToken>('select * from active_oauth_tokens($1)')
const recordUse = sql('select record_oauth_use(used) from unnest($1::text[]) as used')
/** A null version is that of a token without a cached answer. */
const outdated = sql<{ place: number }>(`
  select cached.place::integer
  from unnest($1::text[], $2::bigint[]) with ordinality as cached (company_id, version, place)
  where not ${isCurrentVersion('cached.company_id', 'cached.version')}`)

type Run = <Row>(statement: Statement<Row>) => Promise<Row[]>

/** An answer that may be given again until then, while the grant version of its clinic is current. */
interface CachedAnswer {
  json: string
  companyId: string
  version: number
  untilMs: number
}

/** Answers what each of the tokens is good for now, in their order, as JSON. */
export type Introspect = (tokens: readonly string[], origin: Origin) => Promise<string[]>

const INACTIVE = JSON.stringify({ active: false })
const MAX_CACHED = 10_000

/**
 * What an access token is good for now (RFC 7662): the scopes are those that the person may still read. Of any other token
 * nothing but that it is not active. An answer is given again as long as nothing that it rests on has changed, which the
 * database is asked each time. That tokens were used is recorded once a minute, and so is why they were refused.
 */
export function introspection(run: Run, issuer: string): Introspect {
  const cache = new LRUCache<string, CachedAnswer>({ max: MAX_CACHED })

  /** The cached answers that still hold, in the order of the tokens. */
  async function recall(hashes: readonly Buffer[]): Promise<(CachedAnswer | undefined)[]> {
    const answers = hashes
      .map(hash => cache.get(keyOf(hash)))
      .map(answer => (answer && isFresh(answer) ? answer : undefined))
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
    const json = JSON.stringify(activeResponse(row, issuer))
    // It is asked anew once its use is to be recorded again, or it has expired.
    const untilMs = Math.min(Date.parse(row.last_use_fresh_until ?? row.created_at), Date.parse(row.expires_at))
    cache.set(keyOf(hash), { json, companyId: row.company_id, version: row.grant_version, untilMs })
    return json
  }

  return async (tokens, origin) => {
    const hashes = tokens.map(secretHash)
    const cached = await recall(hashes)
    const missing = hashes.filter((_, index) => !cached[index])
    const found = missing.length > 0 ? await lookUp(missing, origin) : []
    return cached.map(answer => answer?.json ?? found.shift() ?? INACTIVE)
  }
}

const keyOf = (hash: Buffer): string => hash.toString('base64')
const isFresh = ({ untilMs }: CachedAnswer): boolean => untilMs > Date.now()
