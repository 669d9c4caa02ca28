import type { ClinicError } from '../errors.ts'
import type { Timing } from './timing.ts'

const FIRST_WAIT_MS = 250
const LONGEST_WAIT_MS = 8000
/** What the service asks to wait for longer than this is left to the caller, who is told. */
const LONGEST_ASKED_SECONDS = 60

const RETRIED = new Set([408, 429, 500, 502, 503, 504])

export const isRetried = (status: number, code: string): boolean =>
  RETRIED.has(status) || code === 'idempotency_conflict'

/** Seconds that `Retry-After` asks for: a number of them, or an instant. */
export function retryAfterSeconds(header: string | null, now: number): number | undefined {
  if (!header?.trim()) return undefined
  const seconds = Number.isNaN(Number(header)) ? (Date.parse(header) - now) / 1000 : Number(header)
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined
}

/**
 * How long to wait before the next attempt, or undefined where there is to be none: what the service says, else anything
 * up to a bound that doubles, so that clients which failed together do not come back together.
 */
export function waitBefore(error: ClinicError, maxRetries: number, { random }: Timing): number | undefined {
  if (!error.retryable || error.attempts > maxRetries) return undefined
  const { retryAfterSeconds: asked } = error
  if (asked !== undefined) return asked > LONGEST_ASKED_SECONDS ? undefined : Math.ceil(asked * 1000)
  return Math.round(random() * Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (error.attempts - 1)))
}

/** Answers that come from behind the look at the key: had an earlier attempt done it, its answer would have come instead. */
const SETTLING = new Set([404, 409, 422])

/** Whether an attempt that ended so may have done what was asked. */
export const leavesOpen = (status: number | undefined, code: string): boolean =>
  status === undefined || status === 408 || status >= 500 || code === 'idempotency_conflict'

/** Whether an answer settles that no attempt has done it, not even one whose answer was lost. */
export const settles = (status: number | undefined, code: string): boolean =>
  status !== undefined && SETTLING.has(status) && code !== 'idempotency_conflict'
