import { ERRORS, type ErrorCode } from '@clinic/contract/errors.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '../kernel/errors.ts'
import { Tally } from '../kernel/tally.ts'
import { addressBlock } from '../kernel/values/address-block.ts'
import type { Env } from '../settings/env.ts'
import { TokenBuckets } from './token-buckets.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether who asks is known by now: a token, a session, a link that is good. */
    isKnown: boolean
    /** What the request took from its network. */
    taken: number
  }
}

/** What a refusal takes, and what a request takes that may leave something behind although its caller is not known. */
const COST = { refusal: 1, write: 4 } as const

interface StrangersOptions {
  addressOf(request: FastifyRequest): string
  /** Refusals of one network in a minute. */
  perMinute: number
  /** False counts, and limits no network. */
  enabled: boolean
  nowMs?: () => number
}

export interface Problem {
  code: ErrorCode
  details?: unknown
}

/**
 * What those may ask who are not known: one limit for each network (see `addressBlock`), on all surfaces of a process
 * together. Who is known never meets it, so that no caller is kept out by what neighbours guess. It is in memory alone: a
 * process more lets a network ask once more as much, and nothing of it is stored.
 */
export class Strangers {
  /** How many requests were refused before it was known who asked, and how many of them as too many. */
  readonly counts = new Tally(['refused'], ['limited'])
  readonly #options: StrangersOptions
  readonly #networks: TokenBuckets

  constructor(options: StrangersOptions) {
    const { perMinute, nowMs } = options
    this.#options = options
    this.#networks = new TokenBuckets({ perMinute, burst: perMinute }, nowMs)
  }

  /** Before anything is stored for who is not known: answers 0, or in how many seconds to ask again. */
  takeWrite(request: FastifyRequest): number {
    return this.#take(request, COST.write)
  }

  /** The same, and refuses. */
  requireWrite(request: FastifyRequest): void {
    const wait = this.takeWrite(request)
    if (wait > 0) throw new Refusal('rate_limited', this.#detailsOf(wait))
  }

  /** Counts a request that is refused; answers 0 where that is all, or in how many seconds to ask again. */
  takeRefusal(request: FastifyRequest): number {
    if (request.isKnown) return 0
    this.counts.add('refused')
    return request.taken > 0 ? 0 : this.#take(request, COST.refusal)
  }

  /** Counts a request that is refused, and answers how: as it was, or as one too many of its network. */
  refuse(request: FastifyRequest, problem: Problem): Problem {
    const { status } = ERRORS[problem.code]
    if (status >= 500 || problem.code === 'rate_limited') return problem
    const wait = this.takeRefusal(request)
    return wait > 0 ? { code: 'rate_limited', details: this.#detailsOf(wait) } : problem
  }

  /** The request turned out to be of a caller who is known: what it took is given back. */
  know(request: FastifyRequest): void {
    request.isKnown = true
    if (request.taken > 0) this.#networks.giveBack(this.#networkOf(request), request.taken)
    request.taken = 0
  }

  #take(request: FastifyRequest, cost: number): number {
    const wait = this.#options.enabled ? this.#networks.take(this.#networkOf(request), cost) : 0
    if (wait > 0) this.counts.add('limited')
    else request.taken = cost
    return wait
  }

  #networkOf = (request: FastifyRequest): string => addressBlock(this.#options.addressOf(request))

  #detailsOf = (retryAfterSeconds: number) => ({
    retryAfterSeconds,
    limit: this.#options.perMinute,
    windowSeconds: 60,
  })
}

/** One for a process: what its surfaces let strangers do is limited together. */
export const strangersOf = (
  env: Pick<Env, 'RATE_LIMIT_STRANGER_PER_MINUTE' | 'RATE_LIMITS'>,
  addressOf: StrangersOptions['addressOf'],
): Strangers => new Strangers({ addressOf, perMinute: env.RATE_LIMIT_STRANGER_PER_MINUTE, enabled: env.RATE_LIMITS })

export function decorateStrangers(app: FastifyInstance): void {
  app.decorateRequest('isKnown', false)
  app.decorateRequest('taken', 0)
}
