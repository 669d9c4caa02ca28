import type { ScopeName } from '@clinic/contract/scopes.ts'
import { arrayLiteral } from '../db/array-literal.ts'
import { type Statement, sql } from '../db/statement.ts'

/** A request of a plugin as it is written down: names and ids, never a value that was sent or shown. */
export interface LoggedRequest {
  id: string
  companyId: string
  installationId: string
  tokenId: string
  /** Milliseconds since the epoch. */
  at: number
  operation: string
  recordId: string | null
  status: number
  code: string | null
  durationMs: number
  idempotencyKey: string | null
  replayed: boolean
  address: string
  parameters: readonly string[]
  invalidFields: readonly string[]
  /** How many of the installation before it are not written down. */
  notLogged: number
  /** Whether a page that was cut short on purpose said that there is more. */
  hasMore: boolean
  /** What it made use of, and how many patients that showed. */
  scopes: readonly ScopeName[]
  patients: number
}

const write = sql(`
  select log_requests($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21)`)

/** The statement that adds a batch, with the use of scopes and keys that follows from it. */
export function logRequests(requests: readonly LoggedRequest[]): Statement {
  const tokens = new Map<string, LoggedRequest & { place: number }>()
  for (const request of requests)
    if (!tokens.has(request.tokenId)) tokens.set(request.tokenId, { ...request, place: tokens.size + 1 })
  const placeOf = ({ tokenId }: LoggedRequest) => tokens.get(tokenId)?.place
  const uses = usesOf(requests)
  const each = <Value>(read: (request: LoggedRequest) => Value) => requests.map(read)
  return write([
    [...tokens.values()].map(({ companyId }) => companyId),
    [...tokens.keys()],
    each(placeOf),
    each(({ id }) => id),
    each(({ at }) => at),
    each(({ operation }) => operation),
    each(({ recordId }) => recordId),
    each(({ status }) => status),
    each(({ code }) => code),
    each(({ durationMs }) => durationMs),
    each(({ idempotencyKey }) => idempotencyKey),
    each(({ replayed }) => replayed),
    each(({ address }) => address),
    each(({ parameters }) => arrayLiteral(parameters)),
    each(({ invalidFields }) => arrayLiteral(invalidFields)),
    each(({ notLogged }) => notLogged),
    each(({ hasMore }) => hasMore),
    uses.map(({ request }) => placeOf(request)),
    uses.map(({ scope }) => scope),
    uses.map(({ requests: count }) => count),
    uses.map(({ patients }) => patients),
  ])
}

/** How often each token used each scope. */
function usesOf(requests: readonly LoggedRequest[]) {
  const uses = new Map<string, { request: LoggedRequest; scope: ScopeName; requests: number; patients: number }>()
  for (const request of requests)
    for (const scope of request.scopes) {
      const key = `${request.tokenId} ${scope}`
      const use = uses.get(key)
      if (use) {
        use.requests++
        use.patients += request.patients
      } else uses.set(key, { request, scope, requests: 1, patients: request.patients })
    }
  return [...uses.values()]
}
