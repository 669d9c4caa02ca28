import type { Report } from './claim.ts'
import { asksToWait } from './schedule.ts'

/** How many requests an endpoint is sent at the same time before anything is known of it, and at most. */
export const FIRST_LIMIT = 8
export const MAX_LIMIT = 32
/** Failed attempts without a success between them that make an endpoint a suspect. */
export const SUSPECT_AFTER = 3

/** How the attempts of a batch ended, for one endpoint. */
export interface Tally {
  companyId: string
  endpointId: string
  succeeded: number
  failed: number
  /** The receiver asked for fewer requests. */
  throttled: boolean
}

/** Of endpoints whose limit is not already known to be the highest, without failures: as a rule there are none. */
export function talliesOf(reports: readonly Report[]): Tally[] {
  const tallies = new Map<string, Tally>()
  for (const { claim, ending, outcome } of reports) {
    if (ending === 'SKIPPED' || ending === 'RELEASED') continue
    const ok = ending === 'SUCCEEDED'
    if (ok && claim.concurrency_limit >= MAX_LIMIT && claim.failures === 0) continue
    const { company_id: companyId, endpoint_id: endpointId } = claim
    const tally = tallies.get(endpointId) ?? { companyId, endpointId, succeeded: 0, failed: 0, throttled: false }
    tally.succeeded += Number(ok)
    tally.failed += Number(!ok)
    tally.throttled ||= asksToWait(outcome?.status ?? null)
    tallies.set(endpointId, tally)
  }
  return [...tallies.values()]
}

/** Adjusts limits to `tally (company_id, endpoint_id, succeeded, failed, throttled)`: up by successes, down by refusals. */
export const ADJUST_LIMITS = `
  known_limit as (
    -- Locked in the order of the endpoints' ids, so that two workers never wait for each other.
    select tally.* from tally cross join lateral (
      select from webhook_concurrency_limit
      where company_id = tally.company_id and endpoint_id = tally.endpoint_id limit 1 for update) as locked
    order by tally.endpoint_id
  ), adjusted_limit as (
    -- Half for a receiver that asks for less, one more for each success, the first limit again where all have failed.
    update webhook_concurrency_limit as current
    set concurrency_limit = case
        when known_limit.throttled then greatest(current.concurrency_limit / 2, 1)
        when known_limit.failed = 0 then least(current.concurrency_limit + known_limit.succeeded, ${MAX_LIMIT})
        when known_limit.succeeded = 0 then least(current.concurrency_limit, ${FIRST_LIMIT})
        else current.concurrency_limit end,
      failures = case when known_limit.succeeded > 0 then 0 else current.failures + known_limit.failed end
    from known_limit
    where current.company_id = known_limit.company_id and current.endpoint_id = known_limit.endpoint_id
  ), new_limit as (
    -- Another worker may add the same endpoint at this moment; one of the two is enough.
    insert into webhook_concurrency_limit (company_id, endpoint_id, concurrency_limit, failures)
    select company_id, endpoint_id, ${FIRST_LIMIT}, case when succeeded > 0 then 0 else failed end from tally
    where not exists (select from known_limit where known_limit.endpoint_id = tally.endpoint_id)
    order by endpoint_id on conflict do nothing
  )`
