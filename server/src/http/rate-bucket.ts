/** One process's view of a token bucket that all processes share. Pure arithmetic; all times are milliseconds. */

/**
 * What a client is told, in the terms of the IETF RateLimit header draft, all of one bucket: at most `limit` requests at
 * once (the burst), refilled evenly so that `limit` more come in every `windowSeconds` (120 in 12 seconds are 600 a
 * minute). So `remaining` is what may be sent right now without being refused, which an allowance a minute would hide.
 */
export interface RateDecision {
  allowed: boolean
  /** The burst: what a full bucket holds. */
  limit: number
  /** Requests that may follow immediately. An estimate while other processes serve the same installation. */
  remaining: number
  /** Until the bucket is full again. */
  resetSeconds: number
  /** Until the next request may succeed, at least 1; 0 when this one was allowed. */
  retryAfterSeconds: number
  /** In how long an empty bucket fills. */
  windowSeconds: number
}

export interface RateLimit {
  readonly burst: number
  readonly perMs: number
  readonly windowSeconds: number
  /** How many tokens this process may take before the database knows of them. */
  readonly credit: number
}

export interface Bucket {
  readonly key: string
  readonly limit: RateLimit
  /** What the bucket held at `atMs`, as far as this process knows. */
  level: number
  atMs: number
  /** Tokens taken that `level` does not know of yet. */
  unreported: number
  /** Before this instant the bucket is known to be empty. */
  emptyUntilMs: number
  /** How many requests wait for the database's answer. */
  waiting: number
}

/** A fiftieth of the burst: six processes that all believe a bucket full when it is not stay within 10 % of it. */
const CREDIT_SHARE = 1 / 50

function rateLimit({ perMinute, burst }: { perMinute: number; burst: number }): RateLimit {
  if (!(perMinute > 0) || !(burst >= 1)) throw new RangeError('a rate limit allows at least something')
  const perMs = perMinute / 60_000
  return { burst, perMs, windowSeconds: wholeSeconds(burst / perMs), credit: Math.floor(burst * CREDIT_SHARE) }
}

/** One class of buckets, by installation. */
export interface Buckets {
  readonly rateClass: string
  readonly limit: RateLimit
  readonly byInstallation: Map<string, Bucket>
  /** At this many those that are full are forgotten. */
  sweepAt: number
}

const FEWEST_TO_SWEEP = 1_000

export function newBuckets(rateClass: string, settings: { perMinute: number; burst: number }): Buckets {
  return { rateClass, limit: rateLimit(settings), byInstallation: new Map(), sweepAt: FEWEST_TO_SWEEP }
}

/** A bucket of which nothing is known is taken for full: that costs at most the credit. */
export function bucketOf(buckets: Buckets, installationId: string, nowMs: number): Bucket {
  const known = buckets.byInstallation.get(installationId)
  if (known) return known
  if (buckets.byInstallation.size >= buckets.sweepAt) forgetFull(buckets, nowMs)
  const { rateClass, limit } = buckets
  const key = `${rateClass}:${installationId}`
  const bucket = { key, limit, level: limit.burst, atMs: nowMs, unreported: 0, emptyUntilMs: 0, waiting: 0 }
  buckets.byInstallation.set(installationId, bucket)
  return bucket
}

// A full bucket that owes nothing is what a new one would be.
function forgetFull(buckets: Buckets, nowMs: number): void {
  for (const [installationId, bucket] of buckets.byInstallation)
    if (bucket.waiting === 0 && levelAt(bucket, nowMs) === buckets.limit.burst)
      buckets.byInstallation.delete(installationId)
  buckets.sweepAt = Math.max(FEWEST_TO_SWEEP, 2 * buckets.byInstallation.size)
}

/** What the bucket should hold now. */
export function levelAt({ level, atMs, limit, unreported }: Bucket, nowMs: number): number {
  return Math.min(limit.burst, level + Math.max(0, nowMs - atMs) * limit.perMs) - unreported
}

/** Records what the bucket is known to hold; below one token it is empty until the next one has come in. */
export function setLevel(bucket: Bucket, level: number, nowMs: number): void {
  bucket.level = level
  bucket.atMs = nowMs
  bucket.emptyUntilMs = level >= 1 ? 0 : nowMs + (1 - level) / bucket.limit.perMs
}

/**
 * Whether a request may go ahead before the database is asked. Only while the bucket is at least half full: what other
 * processes take on credit at the same time is then covered by the other half.
 */
export function mayTakeOnCredit(bucket: Bucket, nowMs: number): boolean {
  return bucket.unreported < bucket.limit.credit && levelAt(bucket, nowMs) >= bucket.limit.burst / 2
}

/** Takes a token by this process's own knowledge alone. */
export function takeLocally(bucket: Bucket, nowMs: number): RateDecision {
  const level = levelAt(bucket, nowMs)
  const allowed = level >= 1
  bucket.unreported = 0
  setLevel(bucket, allowed ? level - 1 : level, nowMs)
  return decide(bucket.limit, allowed, bucket.level)
}

export function decide(limit: RateLimit, allowed: boolean, level: number): RateDecision {
  return {
    allowed,
    limit: limit.burst,
    remaining: Math.max(0, Math.floor(level)),
    resetSeconds: wholeSeconds(Math.max(0, limit.burst - level) / limit.perMs),
    retryAfterSeconds: allowed ? 0 : Math.max(1, wholeSeconds((1 - level) / limit.perMs)),
    windowSeconds: limit.windowSeconds,
  }
}

// Rounding to the millisecond first: 120 / (600 / 60 000) is a hair above 12 000.
function wholeSeconds(ms: number): number {
  return Math.ceil(Math.round(ms) / 1000)
}
