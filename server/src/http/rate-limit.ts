import type { RateClass } from '@clinic/contract/kernel.ts'
import { batchingQueue } from '../db/pipelining/batching-queue.ts'
import { type Statement, sql } from '../db/statement.ts'
import {
  type Bucket,
  bucketOf,
  decide,
  levelAt,
  mayTakeOnCredit,
  newBuckets,
  type RateDecision,
  setLevel,
  takeLocally,
} from './rate-bucket.ts'

export interface RateLimiterOptions {
  /** Runs one statement outside any transaction, as a member of clinic_app. */
  run<Row>(statement: Statement<Row>): Promise<Row[]>
  limits: Record<RateClass, { perMinute: number; burst: number }>
  /** False allows everything without asking the database. */
  enabled: boolean
  /** For tests: a clock for this process and for the shared buckets. Otherwise the database's clock counts. */
  nowMs?: () => number
  /** How long a request waits for the database before it is decided without it. */
  timeoutMs?: number
  /** Called for every decision made without the database, for the metric. */
  onFailOpen?: (reason: unknown) => void
}

/** A request that wants a token of a bucket, or none: then the database is told of what was taken on credit. */
interface Ask {
  bucket: Bucket
  wanted: 0 | 1
}

const REPORT_AFTER_MS = 10
const RETRY_AFTER_MS = 1_000
const takeTokens = sql<{ bucket: string; granted: number; tokens: number }>(`
  select bucket, granted, tokens from take_tokens(
    $1::text[], $2::float8[], $3::float8[], $4::int[], $5::int[], coalesce($6::timestamptz, clock_timestamp()))`)

/**
 * Rate limits per installation and class that hold across all processes of one database. Over any time a client gets at
 * most the burst and what was refilled, plus a fiftieth of the burst for each process that believed the bucket full
 * while another emptied it; that debt is paid back by the next tokens. When the database cannot answer, each process
 * keeps to the same limit on its own.
 */
export class RateLimiter {
  readonly #options: RateLimiterOptions
  readonly #buckets
  /** Buckets of which tokens were taken on credit that the database is not told of yet. */
  readonly #unsettled = new Set<Bucket>()
  /** What a process settles with the database: all that is wanted meanwhile in one call, one call at a time. */
  readonly #settle = batchingQueue<Ask, RateDecision>(asks => this.#settleTogether(asks))
  #timer: NodeJS.Timeout | undefined
  #settled: Promise<void> = Promise.resolve()
  /** While the database cannot answer, and why. */
  #lostUntilMs = Number.NEGATIVE_INFINITY
  #lostBecause: unknown

  constructor(options: RateLimiterOptions) {
    const { read, write, message } = options.limits
    this.#options = options
    this.#buckets = {
      read: newBuckets('read', read),
      write: newBuckets('write', write),
      message: newBuckets('message', message),
    }
  }

  /**
   * Takes one token of the installation's bucket of this class. Answers without a promise while the bucket is at least half
   * full or known to be empty; in between it asks the database and is exact.
   */
  take(installationId: string, rateClass: RateClass): RateDecision | Promise<RateDecision> {
    const buckets = this.#buckets[rateClass]
    if (!this.#options.enabled) return decide(buckets.limit, true, buckets.limit.burst)
    const nowMs = this.#nowMs()
    const bucket = bucketOf(buckets, installationId, nowMs)
    if (nowMs < this.#lostUntilMs) return this.#takeWithoutDatabase(bucket, nowMs)
    if (nowMs < bucket.emptyUntilMs) return decide(bucket.limit, false, levelAt(bucket, nowMs))
    if (!mayTakeOnCredit(bucket, nowMs)) {
      bucket.waiting++
      return this.#settle({ bucket, wanted: 1 }).finally(() => bucket.waiting--)
    }
    bucket.unreported++
    this.#unsettled.add(bucket)
    this.#timer ??= setTimeout(() => this.flush(), REPORT_AFTER_MS).unref()
    return decide(bucket.limit, true, levelAt(bucket, nowMs))
  }

  /** Settles what was taken on credit now; by itself it does so within some 10 ms. */
  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const told = [...this.#unsettled].map(bucket => this.#settle({ bucket, wanted: 0 }))
    this.#settled = Promise.all([this.#settled, ...told]).then(() => undefined)
    return this.#settled
  }

  /** Settles, and leaves no timer behind. Nothing may be taken afterwards. */
  close(): Promise<void> {
    return this.flush()
  }

  #nowMs(): number {
    return this.#options.nowMs?.() ?? performance.now()
  }

  /** Never rejects: a lost database must not refuse what is allowed, so each process keeps to the limits alone for a while. */
  async #settleTogether(asks: Ask[]): Promise<RateDecision[]> {
    try {
      if (this.#nowMs() >= this.#lostUntilMs) return await this.#askDatabase(asks)
    } catch (error) {
      this.#lostUntilMs = this.#nowMs() + RETRY_AFTER_MS
      this.#lostBecause = error
    }
    const nowMs = this.#nowMs()
    this.#unsettled.clear()
    return asks.map(({ bucket, wanted }) =>
      wanted ? this.#takeWithoutDatabase(bucket, nowMs) : decide(bucket.limit, true, bucket.level),
    )
  }

  async #askDatabase(asks: Ask[]): Promise<RateDecision[]> {
    const { run, nowMs, timeoutMs = 250 } = this.#options
    const parts = [...Map.groupBy(asks, ({ bucket }) => bucket)].map(([bucket, its]) => ({
      bucket,
      spent: bucket.unreported,
      wanted: its.filter(({ wanted }) => wanted).length,
    }))
    for (const { bucket } of parts) this.#unsettled.delete(bucket)
    const statement = takeTokens([
      parts.map(({ bucket }) => bucket.key),
      parts.map(({ bucket }) => bucket.limit.perMs * 1000),
      parts.map(({ bucket }) => bucket.limit.burst),
      parts.map(({ spent }) => spent),
      parts.map(({ wanted }) => wanted),
      nowMs ? new Date(nowMs()).toISOString() : null,
    ])
    const rows = await within(timeoutMs, run(statement))
    const answers = new Map(rows.map(row => [row.bucket, row]))
    const answerFor = ({ key }: Bucket) => {
      const answer = answers.get(key)
      if (!answer) throw new Error('an answer without this bucket')
      return answer
    }
    for (const { bucket, spent } of parts) {
      setLevel(bucket, answerFor(bucket).tokens, this.#nowMs())
      bucket.unreported -= spent
    }
    return asks.map(({ bucket, wanted }) => {
      const answer = answerFor(bucket)
      const allowed = answer.granted >= wanted
      answer.granted = Math.max(0, answer.granted - wanted)
      return decide(bucket.limit, allowed, answer.tokens + answer.granted)
    })
  }

  #takeWithoutDatabase(bucket: Bucket, nowMs: number): RateDecision {
    this.#options.onFailOpen?.(this.#lostBecause)
    return takeLocally(bucket, nowMs)
  }
}

async function within<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs)
  return Promise.race([work, promise]).finally(() => clearTimeout(timer))
}
