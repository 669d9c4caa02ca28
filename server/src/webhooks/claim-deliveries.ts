import { type Statement, sql } from '../db/statement.ts'
import type { ClaimedRow } from './claim.ts'
import { FIRST_LIMIT, SUSPECT_AFTER } from './concurrency-limit.ts'

/** The advisory lock under which deliveries are claimed, and leases ended. */
export const CLAIM_LOCK = '7164770915236010'

/** Which endpoints have something to send, found without reading what they have. */
const READY_ENDPOINTS = `
  admission as materialized (
    -- Claims are small and short, so workers take turns: limits hold strictly, and no row is locked only to be skipped.
    select pg_try_advisory_xact_lock(${CLAIM_LOCK}) as admitted
  ), ready_endpoint as (
    -- A loose index scan: one index descent for each endpoint, to its first ready delivery, however many it has.
    (select first.*, 1 as endpoint_number from admission cross join lateral (
      select endpoint_id, company_id, priority, due_at, id from webhook_delivery
      where state = 'READY' and endpoint_id > $2 order by endpoint_id, priority, due_at, id limit 1) as first
     where admission.admitted)
    union all
    select next.*, ready_endpoint.endpoint_number + 1
    from ready_endpoint cross join lateral (
      select endpoint_id, company_id, priority, due_at, id from webhook_delivery
      where state = 'READY' and endpoint_id > ready_endpoint.endpoint_id
      order by endpoint_id, priority, due_at, id limit 1) as next
    where ready_endpoint.endpoint_number < $3
  )`

/** How much each of them may be given. */
const ENDPOINT_CAPACITIES = `
  share as materialized (
    -- Twice an equal share of the claim is the most for one endpoint; of its limit, each living worker has an equal part.
    select greatest(2, 2 * $4::int / greatest(count(*), 1)) as per_endpoint,
      (select greatest(count(*), 1) from webhook_worker where lease_until > now())::int as workers
    from ready_endpoint
  ), endpoint as materialized (
    -- What this worker already has in flight counts towards its part of the limit.
    select ready_endpoint.*, dense_rank() over (order by ready_endpoint.company_id) as clinic_number,
      coalesce(known.concurrency_limit, ${FIRST_LIMIT}) as concurrency_limit, coalesce(known.failures, 0) as failures,
      least(share.per_endpoint, greatest(coalesce(known.concurrency_limit, ${FIRST_LIMIT}) / share.workers, 1)
        - coalesce(($7::jsonb -> ready_endpoint.endpoint_id)::int, 0)) as capacity
    from share cross join ready_endpoint left join lateral (
      select concurrency_limit, failures from webhook_concurrency_limit
      where company_id = ready_endpoint.company_id and endpoint_id = ready_endpoint.endpoint_id limit 1) as known on true
    where ready_endpoint.endpoint_id <> all ($6::text[])
  )`

/** Which deliveries go, in fair turns. */
const CHOICE = `
  candidate as materialized (
    -- The first of each endpoint, from the one that the scan has found; the endpoints of a clinic take turns.
    select ready.*, endpoint.clinic_number, endpoint.endpoint_number, endpoint.concurrency_limit, endpoint.failures,
      ready.endpoint_rank >= endpoint.capacity as saturated,
      row_number() over (partition by endpoint.clinic_number
        order by ready.endpoint_rank, ready.due_at, endpoint.endpoint_number) as clinic_rank
    from endpoint cross join lateral (
      select ctid as row_place, due_at, fencing_token, row_number() over (order by priority, due_at, id) as endpoint_rank
      from webhook_delivery
      where endpoint_id = endpoint.endpoint_id and state = 'READY' and claimed_by is null
        and (priority, due_at, id) >= (endpoint.priority, endpoint.due_at, endpoint.id)
      order by priority, due_at, id limit greatest(endpoint.capacity, 0)) as ready
  ), chosen as (
    -- Clinics take turns; suspects get no more than their part.
    select * from (
      select * from candidate where failures < ${SUSPECT_AFTER}
      union all
      (select * from candidate where failures >= ${SUSPECT_AFTER}
       order by clinic_rank, due_at, clinic_number limit $5)) as allowed
    order by clinic_rank, due_at, clinic_number limit $4
  )`

/** The claim itself: one update for each delivery, in place, without touching an index of the queue. */
const CLAIM = `
  lease as materialized (
    -- A lease that has lapsed, or is being ended by another worker, claims nothing.
    select id from webhook_worker
    where id = $1 and lease_until > now() and exists (select from chosen) for key share
  ), claimed as (
    -- By the row's place; its fencing token says that it is still the row that was chosen.
    update webhook_delivery as delivery
    set fencing_token = delivery.fencing_token + 1, claimed_by = lease.id
    from lease cross join chosen
    where delivery.ctid = chosen.row_place and delivery.fencing_token = chosen.fencing_token
      and delivery.claimed_by is null
    returning delivery.id, delivery.fencing_token, delivery.company_id, delivery.endpoint_id, delivery.event_id,
      delivery.event_type, delivery.event_at, delivery.origin, delivery.attempts, delivery.data,
      delivery.previous_attributes, delivery.traceparent, chosen.concurrency_limit, chosen.failures, chosen.endpoint_number,
      chosen.clinic_rank::int, chosen.saturated, date_part('epoch', clock_timestamp() - delivery.due_at) as lag
  )`

const statement = sql<ClaimedRow>(`
  with recursive ${READY_ENDPOINTS}, ${ENDPOINT_CAPACITIES}, ${CHOICE}, ${CLAIM}
  -- With each its event's content: from the delivery where it has it, else (a replay) from the event.
  select claimed.id, claimed.fencing_token, claimed.company_id, claimed.endpoint_id, claimed.event_id, claimed.event_type,
    claimed.event_at, claimed.origin, claimed.attempts, claimed.concurrency_limit, claimed.failures,
    claimed.endpoint_number, claimed.clinic_rank, claimed.saturated, claimed.lag, claimed.traceparent,
    coalesce(claimed.data, event.data) as data,
    coalesce(claimed.previous_attributes, event.previous_attributes) as previous_attributes,
    admission.admitted, scan.resume_after
  from admission, (select case when count(*) >= $3 then max(endpoint_id) end as resume_after from ready_endpoint) as scan
    left join claimed on true
    left join lateral (
      select data::text, previous_attributes::text from event
      where claimed.data is null and company_id = claimed.company_id and created_at = claimed.event_at
        and id = claimed.event_id
      limit 1) as event on true`)

export interface ClaimRequest {
  leaseId: string
  /** The endpoint after which the scan begins. */
  after: string
  /** Endpoints to look at. */
  endpoints: number
  /** Deliveries to claim, and how many of those for suspects. */
  limit: number
  suspects: number
  /** Endpoints that get nothing. */
  excluded: readonly string[]
  /** What this worker has in flight, by endpoint. */
  inFlight: Readonly<Record<string, number>>
}

/**
 * Claims deliveries, fairly between clinics, and between the endpoints of a clinic. Endpoints beyond those that are looked
 * at are reached by the next scan, which begins where this one ended. It answers `ClaimedRow`s.
 */
export const claimDeliveries = (request: ClaimRequest): Statement<ClaimedRow> => {
  const { leaseId, after, endpoints, limit, suspects, excluded, inFlight } = request
  return statement([leaseId, after, endpoints, limit, suspects, excluded, inFlight])
}
