import { LRUCache } from 'lru-cache'

export interface BucketRate {
  /** How much comes back in a minute. */
  perMinute: number
  /** How much a full bucket holds. */
  burst: number
}

const MINUTE_MS = 60_000
const MOST_KEYS = 50_000

/**
 * A token bucket for each of many keys, in this process alone: with several processes a key has as much at each of them.
 * The memory is bounded, whatever the keys are: the one that was used longest ago is forgotten, and full again.
 */
export class TokenBuckets {
  readonly #msEach: number
  readonly #burstMs: number
  readonly #nowMs: () => number
  readonly #mostKeys: number
  #made: LRUCache<string, number> | undefined

  constructor({ perMinute, burst }: BucketRate, nowMs: () => number = () => performance.now(), mostKeys = MOST_KEYS) {
    this.#msEach = MINUTE_MS / perMinute
    this.#burstMs = burst * this.#msEach
    this.#nowMs = nowMs
    this.#mostKeys = mostKeys
  }

  /**
   * When each bucket is full again: that says what it holds at any time before. Made when the first is taken from, since it
   * takes its whole memory then.
   */
  get #fullAtMs(): LRUCache<string, number> {
    this.#made ??= new LRUCache({ max: this.#mostKeys })
    return this.#made
  }

  /** Takes so many tokens and answers 0, or takes none and answers the seconds until there are so many. */
  take(key: string, cost = 1): number {
    const nowMs = this.#nowMs()
    const buckets = this.#fullAtMs
    const fullAtMs = Math.max(nowMs, buckets.get(key) ?? nowMs) + cost * this.#msEach
    const waitMs = fullAtMs - this.#burstMs - nowMs
    if (waitMs > 0) return Math.max(1, Math.ceil(Math.round(waitMs) / 1_000))
    buckets.set(key, fullAtMs)
    return 0
  }

  /** Puts tokens back that were taken for nothing. */
  giveBack(key: string, cost = 1): void {
    const fullAtMs = this.#fullAtMs.get(key)
    if (fullAtMs !== undefined) this.#fullAtMs.set(key, fullAtMs - cost * this.#msEach)
  }

  get size(): number {
    return this.#made?.size ?? 0
  }
}
