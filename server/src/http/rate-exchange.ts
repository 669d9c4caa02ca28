/** How a process settles its buckets with the database: all of them in one call, one call at a time. */
import { type Bucket, decide, type RateDecision, setLevel, takeLocally } from './rate-bucket.ts'

export type Query = (
  statement: { name: string; text: string },
  values: unknown[],
) => Promise<{ rows: Record<string, unknown>[] }>

export interface Exchange {
  readonly query: Query
  readonly nowMs: () => number
  /** The instant that counts for the shared buckets; null for the database's own clock. */
  readonly moment: () => Date | null
  readonly timeoutMs: number
  readonly onFailOpen: (reason: unknown) => void
  /** Buckets with something to report or to ask. */
  readonly unsettled: Set<Bucket>
  /** Requests that wait for an answer. */
  waiting: number
  running: Promise<void> | undefined
  timer: NodeJS.Timeout | undefined
  /** While the database cannot answer, and why. */
  lostUntilMs: number
  lostBecause: unknown
}

/** What one bucket says: so many were taken on credit, so many requests wait. */
interface Ask {
  bucket: Bucket
  spent: number
  wanted: number
}

interface Answer {
  granted: number
  /** What the bucket holds now; below zero while it pays back what was taken on credit. */
  level: number
}

const REPORT_AFTER_MS = 10
const RETRY_AFTER_MS = 1_000
const MOST_BUCKETS = 500
const TAKE_TOKENS = {
  name: 'take_tokens',
  text: `select bucket, granted, tokens from take_tokens(
    $1::text[], $2::float8[], $3::float8[], $4::int[], $5::int[], coalesce($6::timestamptz, clock_timestamp()))`,
}

/** Tells the database of a token taken on credit, together with others a little later. */
export function report(exchange: Exchange, bucket: Bucket): void {
  exchange.unsettled.add(bucket)
  arm(exchange)
}

function arm(exchange: Exchange): void {
  exchange.timer ??= setTimeout(() => flush(exchange), REPORT_AFTER_MS).unref()
}

/** Asks the database for a token: immediately, or together with all who ask while the call before is under way. */
export function ask(exchange: Exchange, bucket: Bucket): Promise<RateDecision> {
  const { promise, resolve } = Promise.withResolvers<RateDecision>()
  bucket.waiting.push(resolve)
  exchange.waiting++
  exchange.unsettled.add(bucket)
  flush(exchange)
  return promise
}

/** Settles what there is; never rejects. */
export function flush(exchange: Exchange): Promise<void> {
  exchange.running ??= run(exchange)
  return exchange.running
}

async function run(exchange: Exchange): Promise<void> {
  clearTimeout(exchange.timer)
  exchange.timer = undefined
  do await settle(exchange)
  while (exchange.waiting > 0)
  // In one step with the last look at who waits, or a request that asks in between would wait for ever.
  exchange.running = undefined
  if (exchange.unsettled.size > 0) arm(exchange)
}

async function settle(exchange: Exchange): Promise<void> {
  const asks = nextAsks(exchange.unsettled)
  if (asks.length === 0) return
  try {
    const answers = await takeTokens(exchange, asks)
    for (const each of asks) apply(exchange, each, answers)
  } catch (error) {
    failOpen(exchange, asks, error)
  }
}

function nextAsks(unsettled: Set<Bucket>): Ask[] {
  const buckets = unsettled.values().take(MOST_BUCKETS).toArray()
  for (const bucket of buckets) unsettled.delete(bucket)
  return buckets.map(bucket => ({ bucket, spent: bucket.unreported, wanted: bucket.waiting.length }))
}

async function takeTokens({ query, moment, timeoutMs }: Exchange, asks: Ask[]): Promise<Map<string, Answer>> {
  const values = [
    asks.map(({ bucket }) => bucket.key),
    asks.map(({ bucket }) => bucket.limit.perMs * 1000),
    asks.map(({ bucket }) => bucket.limit.burst),
    asks.map(({ spent }) => spent),
    asks.map(({ wanted }) => wanted),
    moment(),
  ]
  const { rows } = await within(timeoutMs, query(TAKE_TOKENS, values))
  return new Map(rows.map(row => [String(row.bucket), { granted: Number(row.granted), level: Number(row.tokens) }]))
}

async function within<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs)
  return Promise.race([work, promise]).finally(() => clearTimeout(timer))
}

function apply(exchange: Exchange, { bucket, spent, wanted }: Ask, answers: Map<string, Answer>): void {
  const answer = answers.get(bucket.key)
  if (!answer) throw new Error('an answer without this bucket')
  const { granted, level } = answer
  bucket.unreported -= spent
  setLevel(bucket, level, exchange.nowMs())
  exchange.waiting -= wanted
  for (const [index, resolve] of bucket.waiting.splice(0, wanted).entries())
    resolve(decide(bucket.limit, index < granted, level + Math.max(0, granted - 1 - index)))
}

/** For a while each process keeps to the limits by its own knowledge: a lost database must not refuse what is allowed. */
function failOpen(exchange: Exchange, asks: Ask[], reason: unknown): void {
  const nowMs = exchange.nowMs()
  exchange.lostUntilMs = nowMs + RETRY_AFTER_MS
  exchange.lostBecause = reason
  const buckets = new Set([...asks.map(({ bucket }) => bucket), ...exchange.unsettled])
  exchange.unsettled.clear()
  exchange.waiting = 0
  for (const bucket of buckets)
    for (const resolve of bucket.waiting.splice(0)) resolve(takeWithoutDatabase(exchange, bucket, nowMs))
}

export function takeWithoutDatabase(exchange: Exchange, bucket: Bucket, nowMs: number): RateDecision {
  exchange.onFailOpen(exchange.lostBecause)
  return takeLocally(bucket, nowMs)
}
