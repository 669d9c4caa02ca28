import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'

/** Who asked, as far as that was known when the request was refused. */
export interface Asker {
  readonly clinic: { readonly id: string }
  readonly installationId?: string
  /** Of an assistant. */
  readonly connectionId?: string
}

declare module 'fastify' {
  interface FastifyRequest {
    asker: Asker | undefined
    /** Why the request is refused, and what was thrown, for the log. */
    refusal: { code: string; error?: unknown } | undefined
  }
}

/** What is logged of a refused request: nothing that the caller sent, the address it asked for included. */
interface RefusalFacts {
  requestId: string
  code: string
  status: number
  method?: string
  /** The pattern of the route, never the path. */
  route?: string
  durationMs?: number
}

const LINES_A_MINUTE = 100
const MOST_ASKERS = 10_000
const MINUTE_MS = 60_000

/** The lines of one asker in one minute. */
interface Tally {
  minute: number
  lines: number
  unlogged: number
}

/**
 * One line for each refused request, with what it takes to find it again. An asker has 100 of them a minute, and all who
 * are not known have them together, so that no flood fills the disk; the next line says how many were left out. Failures of
 * ours count apart, so that refusals do not hide them.
 */
export class RefusalLog {
  readonly #log: FastifyBaseLogger
  readonly #now: () => number
  readonly #tallies = new LRUCache<string, Tally>({ max: MOST_ASKERS })

  constructor(log: FastifyBaseLogger, now: () => number = Date.now) {
    this.#log = log
    this.#now = now
  }

  write(facts: RefusalFacts, asker?: Asker, error?: unknown): void {
    const failed = facts.status >= 500
    const { clinic, installationId, connectionId } = asker ?? {}
    const unlogged = this.#unlogged([failed, clinic?.id, installationId, connectionId].join())
    if (unlogged === undefined) return
    const line = {
      ...facts,
      ...(clinic && { clinicId: clinic.id, installationId, connectionId }),
      ...(unlogged > 0 && { unlogged }),
    }
    if (failed) this.#log.error({ ...line, ...(error !== undefined && { err: error }) }, 'request failed')
    else this.#log.info(line, 'request refused')
  }

  /** How many lines were left out before this one; nothing where this one is left out, too. */
  #unlogged(key: string): number | undefined {
    const minute = Math.floor(this.#now() / MINUTE_MS)
    const last = this.#tallies.get(key)
    if (last?.minute === minute && last.lines >= LINES_A_MINUTE) {
      last.unlogged++
      return undefined
    }
    const lines = last?.minute === minute ? last.lines : 0
    this.#tallies.set(key, { minute, lines: lines + 1, unlogged: 0 })
    return last?.unlogged ?? 0
  }
}

/** Writes down a request that is being refused, from its answer. */
export function logRefused(refusals: RefusalLog, request: FastifyRequest, reply: FastifyReply): void {
  const { id, method, routeOptions, asker, refusal } = request
  const { statusCode: status, elapsedTime } = reply
  const code = refusal?.code ?? `status_${status}`
  const facts = { requestId: id, code, status, method, route: routeOptions.url ?? 'unknown' }
  refusals.write({ ...facts, durationMs: Math.round(elapsedTime) }, asker, refusal?.error)
}
