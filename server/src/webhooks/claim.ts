import type { Outcome } from '../egress/outcome.ts'

/** A delivery that this worker has claimed and must send now, once. */
export interface Claim {
  id: string
  /** Counts the claims of this delivery: a report with an earlier one no longer changes anything. */
  fencing_token: number
  company_id: string
  endpoint_id: string
  event_id: string
  event_type: string
  event_at: string
  origin: string
  /** Attempts before this one. */
  attempts: number
  /** How many requests its endpoint may be sent at the same time. */
  concurrency_limit: number
  /** Failed attempts of its endpoint since the last success. */
  failures: number
  /** Numbers the endpoints of one answer, from 1: claims with the same number have the same endpoint. */
  endpoint_number: number
  /** Its place among its clinic's: claims with lower ones go first. */
  clinic_rank: number
  /** Says of the last one of an endpoint that the endpoint may have more ready than it could be given. */
  saturated: boolean
  /** Since when it could have been sent, in seconds. */
  lag: number
  /** Of the event, as JSON texts; null when no table holds it any more. */
  data: string | null
  previous_attributes: string | null
  /** Where in a trace it was caused; null where that was not traced. */
  traceparent: string | null
}

/**
 * How a claim ended. RETRY waits and is tried again; RELEASED was not sent and is ready immediately, as if never claimed.
 */
export type Ending = 'SUCCEEDED' | 'RETRY' | 'EXHAUSTED' | 'SKIPPED' | 'RELEASED'

/** How the answer began, and how long each part took. */
type AnswerPart = 'head' | 'connectMs' | 'tlsMs' | 'firstByteMs'

export interface Report {
  claim: Claim
  ending: Ending
  /** Of the endpoint; null where nothing was sent. */
  mode: 'LIVE' | 'TEST' | null
  /** Of the attempt; null where there was none. */
  outcome: Pick<Outcome, 'status' | 'errorClass' | 'durationMs' | AnswerPart> | null
  /** Until the next attempt, for RETRY. */
  waitMs: number | null
}

/** One row for each claimed delivery, or a single one without an id. */
export interface ClaimedRow extends Claim {
  /** False while another worker is claiming: then nothing was looked at. */
  admitted: boolean
  /** The endpoint after which the next scan begins; null when this one came to the end. */
  resume_after: string | null
}

/**
 * The claims of an answer, in the order in which they are to be sent. All of an endpoint share one string for its id: a
 * lookup by it then costs the hash of the string once, and not each time.
 */
export function claimsOf(rows: readonly ClaimedRow[]): Claim[] {
  const ids: string[] = []
  const claims = rows.filter(({ id }) => id !== null).sort((a, b) => a.clinic_rank - b.clinic_rank)
  for (const claim of claims) {
    ids[claim.endpoint_number] ??= claim.endpoint_id
    claim.endpoint_id = ids[claim.endpoint_number] ?? ''
  }
  return claims
}

/** One claim of each endpoint. */
export const onePerEndpoint = (claims: readonly Claim[]): Claim[] => [
  ...new Map(claims.map(claim => [claim.endpoint_id, claim])).values(),
]
