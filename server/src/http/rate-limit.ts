import type { RateClass } from '@clinic/contract/kernel.ts'
import {
  type Bucket,
  bucketOf,
  decide,
  levelAt,
  mayTakeOnCredit,
  newBuckets,
  type RateDecision,
} from './rate-bucket.ts'
import { ask, type Exchange, flush, type Query, report, takeWithoutDatabase } from './rate-exchange.ts'

export type { RateDecision } from './rate-bucket.ts'

export interface RateLimiterOptions {
  /** Runs one statement outside any transaction, as a member of clinic_app. */
  query: Query
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

export interface RateLimiter {
  /**
   * Takes one token of the installation's bucket of this class. Answers without a promise while the bucket is at least half full
   * or known to be empty; in between it asks the database and is exact.
   */
  take(installationId: string, rateClass: RateClass): RateDecision | Promise<RateDecision>
  /** Settles now what was taken on credit; by itself it does so within some 10 ms. */
  flush(): Promise<void>
  /** Settles, and leaves no timer behind. Nothing may be taken afterwards. */
  close(): Promise<void>
}

/**
 * Rate limits per installation and class that hold across all processes of one database. Over any time a client gets at
 * most the burst and what was refilled, plus a fiftieth of the burst for each process that believed the bucket full
 * while another emptied it; that debt is paid back by the next tokens. When the database cannot answer, each process
 * keeps to the same limit on its own.
 */
export function createRateLimiter(options: RateLimiterOptions): RateLimiter {
  const exchange = newExchange(options)
  const buckets = {
    read: newBuckets('read', options.limits.read),
    write: newBuckets('write', options.limits.write),
    message: newBuckets('message', options.limits.message),
  }
  return {
    take(installationId, rateClass) {
      const { limit } = buckets[rateClass]
      if (!options.enabled) return decide(limit, true, limit.burst)
      const nowMs = exchange.nowMs()
      return take(exchange, bucketOf(buckets[rateClass], installationId, nowMs), nowMs)
    },
    flush: () => settleAll(exchange),
    close: () => settleAll(exchange),
  }
}

function take(exchange: Exchange, bucket: Bucket, nowMs: number): RateDecision | Promise<RateDecision> {
  if (nowMs < exchange.lostUntilMs) return takeWithoutDatabase(exchange, bucket, nowMs)
  if (nowMs < bucket.emptyUntilMs) return decide(bucket.limit, false, levelAt(bucket, nowMs))
  if (!mayTakeOnCredit(bucket, nowMs)) return ask(exchange, bucket)
  bucket.unreported++
  report(exchange, bucket)
  return decide(bucket.limit, true, levelAt(bucket, nowMs))
}

async function settleAll(exchange: Exchange): Promise<void> {
  do await flush(exchange)
  while (exchange.unsettled.size > 0)
}

function newExchange({ query, nowMs, timeoutMs = 250, onFailOpen = () => {} }: RateLimiterOptions): Exchange {
  return {
    query,
    nowMs: nowMs ?? (() => performance.now()),
    moment: () => (nowMs ? new Date(nowMs()) : null),
    timeoutMs,
    onFailOpen,
    unsettled: new Set(),
    waiting: 0,
    running: undefined,
    timer: undefined,
    lostUntilMs: Number.NEGATIVE_INFINITY,
    lostBecause: undefined,
  }
}
