import { PLAIN_HEADERS, signatureHeaders } from '../domain/webhooks/attempt-headers.ts'
import type { UrlCheck } from '../domain/webhooks/url-check.ts'
import type { Egress } from '../egress/agent.ts'
import type { EgressPolicy } from '../egress/destination.ts'
import type { Outcome } from '../egress/outcome.ts'
import type { Claim, Ending, Report } from './claim.ts'
import type { Job } from './load.ts'
import { type DeliveryRules, nextWaitMs } from './schedule.ts'
import { type Signable, signedBody } from './signed-body.ts'

/** DNS, connect, TLS, headers and body together (specification, Delivery 2). */
export const ATTEMPT_MS = 10_000

const LIVE: EgressPolicy = { allowHttp: false, allowPrivate: false }
const TEST: EgressPolicy = { allowHttp: true, allowPrivate: true }

/** What an endpoint may reach; whether test mode may reach private networks is the egress's own setting (Delivery 6). */
const policyOf = (mode: 'LIVE' | 'TEST'): EgressPolicy => (mode === 'TEST' ? TEST : LIVE)

/** Checks where an endpoint's address leads, as an attempt would now, for endpoints of either mode. */
export const checkEndpointUrl =
  (egress: Egress) =>
  async (url: string): Promise<UrlCheck> => {
    const [live, test] = await Promise.all([egress.check(url, LIVE), egress.check(url, TEST)])
    return { LIVE: live.ok, TEST: test.ok }
  }

/** What of a job is sent. */
export interface Sendable extends Signable {
  claim: Signable['claim'] & Pick<Claim, 'id' | 'origin' | 'attempts'>
  url: string
  mode: 'LIVE' | 'TEST'
}

/** The request of an attempt, signed as of now, or of another instant. */
export function attemptOf(job: Sendable, atSeconds?: number) {
  const { claim, url, mode } = job
  const signed = signedBody(job, atSeconds)
  const test = claim.origin === 'TEST'
  const name = { eventId: claim.event_id, deliveryId: claim.id, attempt: claim.attempts + 1, test }
  const proof = signatureHeaders(name, signed)
  const rawHeaders = [...PLAIN_HEADERS, ...proof]
  return { url, method: 'POST' as const, rawHeaders, body: signed.body, policy: policyOf(mode) }
}

/** Signs and sends once. */
export const send = (egress: Egress, job: Sendable, deadlineMs: number): Promise<Outcome> =>
  egress.send({ ...attemptOf(job), deadlineMs, keepHead: true })

/** What an outcome means for the delivery. One that we aborted ourselves was no attempt. */
export function reportOf({ claim, mode, faults }: Job, outcome: Outcome, rules: DeliveryRules): Report {
  const ending = endingOf(claim, outcome, rules)
  const wait = ending === 'RETRY' ? nextWaitMs(claim.attempts + 1, rules.backoffMs, outcome) : null
  const waitMs = wait === null ? null : Math.ceil(wait / (faults.compress_retries ?? 1))
  return { claim, ending, mode, outcome, waitMs }
}

function endingOf(claim: Claim, { ok, errorClass }: Outcome, { maxAttempts }: DeliveryRules): Ending {
  if (ok) return 'SUCCEEDED'
  if (errorClass === 'aborted') return 'RELEASED'
  return claim.attempts + 1 >= maxAttempts ? 'EXHAUSTED' : 'RETRY'
}

/** A claim that ends without an attempt. */
export const unsentReport = (claim: Claim, ending: 'SKIPPED' | 'RELEASED'): Report => ({
  claim,
  ending,
  mode: null,
  outcome: null,
  waitMs: null,
})
