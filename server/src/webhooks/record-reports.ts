import { type Statement, sql } from '../db/statement.ts'
import { FIRST_CAP, MAX_CAP, oneOfEach } from './claim.ts'
import type { Recorded, Report } from './report.ts'

/**
 * Records a batch of endings in one commit. Every change asks for the claim. Finished deliveries move to the history;
 * one that counts resets or raises its endpoint's count of exhausted ones in a row, which may disable the endpoint and
 * tells the clinic so: the notice's id follows from the delivery's, so there is never a second one. Endpoints are
 * locked in the order of their ids. The wait is counted from the moment of recording, which is never before the attempt's end.
 */
const recordReports = sql(`
  with report as (
    select *, ending <> 'SKIPPED' as sent
    from unnest($1::text[], $2::int[], $3::text[], $4::smallint[], $5::text[], $6::int[], $7::bigint[])
      with ordinality as one (id, claim, ending, response_status, error_class, duration_ms, wait_ms, place)
  ), clock as materialized (
    select date_trunc('milliseconds', clock_timestamp()) as now
  ), finished as (
    delete from webhook_delivery as delivery using report, clock
    where delivery.id = report.id and delivery.claim = report.claim and report.ending in ('SUCCEEDED', 'EXHAUSTED', 'SKIPPED')
    returning delivery.id, delivery.company_id, delivery.endpoint_id, delivery.event_id, delivery.event_type,
      delivery.event_at, delivery.origin, report.ending, delivery.failures, delivery.created_at, clock.now, report.place,
      case when report.sent then delivery.attempts + 1 else delivery.attempts end as attempts,
      case when report.sent then report.response_status else delivery.response_status end as response_status,
      case when report.sent then report.error_class else delivery.error_class end as error_class,
      case when report.sent then report.duration_ms else delivery.duration_ms end as duration_ms,
      case when report.sent then clock.now else delivery.last_attempt_at end as last_attempt_at
  ), moved as (
    insert into webhook_delivery_done
      (id, company_id, endpoint_id, event_id, event_type, event_at, origin, status, attempts, response_status,
       error_class, duration_ms, last_attempt_at, failures, created_at, finished_at)
    select id, company_id, endpoint_id, event_id, event_type, event_at, origin, ending, attempts, response_status,
      error_class, duration_ms, last_attempt_at, failures, created_at, now
    from finished
  ), retried as (
    update webhook_delivery as delivery
    set state = 'WAITING', priority = greatest(delivery.priority, 1), attempts = delivery.attempts + 1, claimed_by = null,
      due_at = clock.now + (report.wait_ms + 1) * interval '1 millisecond', response_status = report.response_status,
      error_class = report.error_class, duration_ms = report.duration_ms, last_attempt_at = clock.now,
      failures = delivery.failures || jsonb_build_object('at', clock.now, 'status', report.response_status,
        'error', report.error_class, 'ms', report.duration_ms)
    from report, clock
    where delivery.id = report.id and delivery.claim = report.claim and report.ending = 'RETRY'
    returning delivery.id
  ), released as (
    update webhook_delivery as delivery set claimed_by = null
    from report
    where delivery.id = report.id and delivery.claim = report.claim and report.ending = 'RELEASED'
    returning delivery.id
  ), worth_counting as (
    select from finished where ending = 'EXHAUSTED'
    union all
    select from unnest($9::text[], $10::text[]) as succeeded (company_id, id)
      join webhook_endpoint as endpoint on endpoint.company_id = succeeded.company_id and endpoint.id = succeeded.id
    where endpoint.consecutive_failures > 0
  ), tally as (
    select min(company_id) as company_id, endpoint_id, max(place) filter (where ending = 'SUCCEEDED') as last_success,
      array_agg(place) filter (where ending = 'EXHAUSTED') as exhausted, max(id) as last_id
    from finished
    where origin = 'EVENT' and ending in ('SUCCEEDED', 'EXHAUSTED') and exists (select from worth_counting)
    group by endpoint_id
  ), struck as (
    select endpoint.company_id, endpoint.id, tally.last_id, endpoint.url, endpoint.active,
      case when tally.last_success is null then endpoint.consecutive_failures else 0 end + since.exhausted as consecutive_failures
    from tally cross join lateral (
        select count(*) as exhausted from unnest(tally.exhausted) as one (place) where place > coalesce(tally.last_success, 0)) as since
      join webhook_endpoint as endpoint on endpoint.company_id = tally.company_id and endpoint.id = tally.endpoint_id
    where since.exhausted > 0 or endpoint.consecutive_failures > 0
    order by endpoint.id for update of endpoint
  ), counted as (
    update webhook_endpoint as endpoint
    set consecutive_failures = struck.consecutive_failures, updated_at = clock.now,
      active = endpoint.active and struck.consecutive_failures < $8,
      disabled_reason = case when endpoint.active and struck.consecutive_failures >= $8
        then 'consecutive_failures' else endpoint.disabled_reason end
    from struck, clock
    where endpoint.company_id = struck.company_id and endpoint.id = struck.id
    returning struck.company_id, struck.id, struck.last_id, struck.consecutive_failures,
      struck.active and not endpoint.active as disabled
  ), notice as (
    insert into clinic_notice (company_id, id, kind, data, created_at, updated_at)
    select company_id, 'ntc_' || substr(last_id, 5), 'webhook_endpoint_disabled',
      jsonb_build_object('webhookEndpointId', id, 'consecutiveFailures', consecutive_failures), clock.now, clock.now
    from counted, clock where disabled
  ), mail as (
    insert into outgoing_mail (company_id, id, audience, template, data, created_at, updated_at)
    select company_id, 'oml_' || substr(last_id, 5), 'OWNERS', 'webhook_endpoint_disabled',
      jsonb_build_object('webhookEndpointId', id, 'consecutiveFailures', consecutive_failures), clock.now, clock.now
    from counted, clock where disabled
  ), beat as (
    select * from unnest($11::text[], $12::text[], $13::int[], $14::int[], $15::bool[])
      as one (endpoint_id, company_id, succeeded, failed, pushed_back)
  ), known as (
    select beat.* from beat cross join lateral (
      select from webhook_pace where endpoint_id = beat.endpoint_id limit 1 for update) as pace
    order by beat.endpoint_id
  ), paced as (
    update webhook_pace as pace
    set cap = case
        when known.pushed_back then greatest(pace.cap / 2, 1)
        when known.failed = 0 then least(pace.cap + known.succeeded, ${MAX_CAP})
        when known.succeeded = 0 then least(pace.cap, ${FIRST_CAP})
        else pace.cap end,
      failures = case when known.succeeded > 0 then 0 else pace.failures + known.failed end
    from known where pace.endpoint_id = known.endpoint_id
  ), met as (
    insert into webhook_pace (endpoint_id, company_id, cap, failures)
    select endpoint_id, company_id, ${FIRST_CAP}, case when succeeded > 0 then 0 else failed end from beat
    where not exists (select from known where known.endpoint_id = beat.endpoint_id)
    order by endpoint_id on conflict do nothing
  ), changed as (
    select id from finished union all select id from retried union all select id from released
  )
  select count(*)::int as changed, case when count(*) < cardinality($1::text[]) then array(select id from changed) end as ids,
    (select array_agg(last_id) from counted where disabled) as disabling
  from changed`)

/** Of a batch: how many reports changed something, which where it was not all, and the deliveries that disabled their endpoints. */
export interface Answer {
  changed: number
  ids: string[] | null
  disabling: string[] | null
}

const COUNTED: Recorded = { counted: true, disabled: false }

/** What became of each report, in their order. */
export function recordedOf(reports: readonly Report[], { changed, ids, disabling }: Answer): Recorded[] {
  if (changed === reports.length && !disabling) return reports.map(() => COUNTED)
  const counted = new Set(ids ?? reports.map(({ claim }) => claim.id))
  const disabled = new Set(disabling)
  return reports.map(({ claim }) => ({ counted: counted.has(claim.id), disabled: disabled.has(claim.id) }))
}

interface Beat {
  companyId: string
  succeeded: number
  failed: number
  pushedBack: boolean
}

/** What the batch says about endpoints whose pace is not already known to be full speed without failures. */
function beatsOf(reports: readonly Report[]): [string, Beat][] {
  const beats = new Map<string, Beat>()
  for (const { claim, ending, pushedBack } of reports) {
    if (ending === 'SKIPPED' || ending === 'RELEASED') continue
    const ok = ending === 'SUCCEEDED'
    if (ok && claim.cap >= MAX_CAP && claim.failures === 0) continue
    const beat = beats.get(claim.endpoint_id)
    beats.set(claim.endpoint_id, {
      companyId: claim.company_id,
      succeeded: (beat?.succeeded ?? 0) + Number(ok),
      failed: (beat?.failed ?? 0) + Number(!ok),
      pushedBack: pushedBack || (beat?.pushedBack ?? false),
    })
  }
  return [...beats]
}

/** The statement that records these reports; it answers one `Answer`. */
export const recording = (reports: readonly Report[], maxConsecutiveFailures: number): Statement => {
  const succeeded = oneOfEach(reports.filter(({ ending }) => ending === 'SUCCEEDED').map(({ claim }) => claim))
  const beats = beatsOf(reports)
  return recordReports([
    reports.map(report => report.claim.id),
    reports.map(report => report.claim.claim),
    reports.map(report => report.ending),
    reports.map(report => report.status),
    reports.map(report => report.errorClass),
    reports.map(report => report.durationMs),
    reports.map(report => report.waitMs),
    maxConsecutiveFailures,
    succeeded.map(({ company_id }) => company_id),
    succeeded.map(({ endpoint_id }) => endpoint_id),
    beats.map(([endpointId]) => endpointId),
    beats.map(([, beat]) => beat.companyId),
    beats.map(([, beat]) => beat.succeeded),
    beats.map(([, beat]) => beat.failed),
    beats.map(([, beat]) => beat.pushedBack),
  ])
}
