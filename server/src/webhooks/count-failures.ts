/**
 * Steps of recording a batch, over the deliveries in `finished` at the moment of `clock`. Test events and replays never
 * count. Endpoints are locked in the order of their ids, so that two workers never wait for each other.
 */

/**
 * The step of a batch in which nothing was exhausted: endpoints start to count anew where a delivery succeeded.
 * `companies` and `endpoints` name the endpoints of what is reported as succeeded; as a rule none has failures.
 */
export const resetFailures = (companies: string, endpoints: string) => `
  recovered as (
    -- The batch is looked through for endpoints with failures alone: by a join it would be for all that succeeded.
    select endpoint.company_id, endpoint.id
    from unnest(${companies}::text[], ${endpoints}::text[]) as succeeded (company_id, id)
    join webhook_endpoint as endpoint on endpoint.company_id = succeeded.company_id and endpoint.id = succeeded.id
    where endpoint.consecutive_failures > 0 and (
      select 1 from finished where endpoint_id = endpoint.id and origin = 'EVENT' and ending = 'SUCCEEDED' limit 1) is not null
    order by endpoint.id for update of endpoint
  ), reset as (
    update webhook_endpoint as endpoint set consecutive_failures = 0, updated_at = clock.now
    from recovered, clock
    where endpoint.company_id = recovered.company_id and endpoint.id = recovered.id
    returning 1
  )`

/**
 * The step of a batch in which something was exhausted: counts exhausted deliveries in a row, as if each had been recorded
 * alone. An endpoint that reaches `threshold` is disabled by the same update, because a statement updates a row only once.
 */
export const countFailures = (threshold: string) => `
  streak as (
    -- Each endpoint's last success and what was exhausted, by their places in the batch.
    select min(company_id) as company_id, endpoint_id, max(place) filter (where ending = 'SUCCEEDED') as last_success,
      array_agg(place) filter (where ending = 'EXHAUSTED') as exhausted, max(id) as last_id
    from finished
    where origin = 'EVENT' and ending in ('SUCCEEDED', 'EXHAUSTED')
    group by endpoint_id
  ), failing as (
    -- The endpoints whose count changes, and what it becomes: only what was exhausted after the last success counts.
    select endpoint.company_id, endpoint.id, streak.last_id, endpoint.active,
      case when streak.last_success is null then endpoint.consecutive_failures else 0 end + latest.exhausted
        as consecutive_failures
    from streak cross join lateral (
        select count(*) as exhausted from unnest(streak.exhausted) as one (place)
        where place > coalesce(streak.last_success, 0)) as latest
      join webhook_endpoint as endpoint on endpoint.company_id = streak.company_id and endpoint.id = streak.endpoint_id
    where latest.exhausted > 0 or endpoint.consecutive_failures > 0
    order by endpoint.id for update of endpoint
  ), counted as (
    -- An endpoint that is disabled already keeps its reason.
    update webhook_endpoint as endpoint
    set consecutive_failures = failing.consecutive_failures, updated_at = clock.now,
      active = endpoint.active and failing.consecutive_failures < ${threshold},
      disabled_reason = case when endpoint.active and failing.consecutive_failures >= ${threshold}
        then 'consecutive_failures' else endpoint.disabled_reason end
    from failing, clock
    where endpoint.company_id = failing.company_id and endpoint.id = failing.id
    returning failing.company_id, failing.id, failing.last_id, failing.consecutive_failures, clock.now,
      failing.active and not endpoint.active as disabled
  )`

/**
 * The step after it: tells the clinics of endpoints that were disabled. The ids follow from that of the delivery which
 * disabled the endpoint, so there is never a second notice, nor a second mail.
 */
export const TELL_CLINICS = `
  disabled as (
    -- What both say.
    select company_id, last_id, now,
      jsonb_build_object('webhookEndpointId', id, 'consecutiveFailures', consecutive_failures) as data
    from counted where disabled
  ), notice as (
    -- In the console, for the people of the clinic.
    insert into clinic_notice (company_id, id, kind, data, created_at, updated_at)
    select company_id, 'ntc_' || substr(last_id, 5), 'webhook_endpoint_disabled', data, now, now from disabled
  ), mail as (
    -- To the owners of the clinic, sent by a job.
    insert into outgoing_mail (company_id, id, audience, template, data, created_at, updated_at)
    select company_id, 'oml_' || substr(last_id, 5), 'OWNERS', 'webhook_endpoint_disabled', data, now, now from disabled
  )`
