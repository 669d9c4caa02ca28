import type { Claim } from './claim.ts'

/**
 * How a claim ended. RETRY waits and is tried again; RELEASED was not sent and is ready immediately, as if never claimed.
 */
export type Ending = 'SUCCEEDED' | 'RETRY' | 'EXHAUSTED' | 'SKIPPED' | 'RELEASED'

export interface Report {
  claim: Claim
  ending: Ending
  /** Of the endpoint; null where nothing was sent. */
  mode: 'LIVE' | 'TEST' | null
  status: number | null
  errorClass: string | null
  durationMs: number | null
  /** Until the next attempt, for RETRY. */
  waitMs: number | null
  /** The receiver asked for fewer requests. */
  throttled: boolean
}

/** What became of a report. `counted` is false when the claim had been lost, so that the report changed nothing. */
export interface Recorded {
  counted: boolean
  /** The endpoint was disabled by this very delivery. */
  disabled: boolean
}
