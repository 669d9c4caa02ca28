import { sql } from '../db/statement.ts'

/** A delivery that this worker has claimed and must send now, once. */
export interface Claim {
  id: string
  /** Which claim of this delivery it is: a report for an earlier one no longer counts. */
  claim: number
  company_id: string
  endpoint_id: string
  event_id: string
  event_type: string
  event_at: string
  origin: string
  /** Attempts before this one. */
  attempts: number
  /** What the endpoint may be sent at once, and its failed attempts since the last success. */
  cap: number
  failures: number
  /** Which stop of the walk its endpoint was, from 1: claims of one answer with the same stop have the same endpoint. */
  stop: number
  /** Its place among its clinic's: claims with lower ones go first. */
  clinic_turn: number
  /** Says of the last one of an endpoint that it may have more ready than it could be given. */
  filled: boolean
  /** Since when it could have been sent, in seconds. */
  lag: number
  /** Of the event, as JSON texts; null when nothing holds it any more. */
  data: string | null
  previous_attributes: string | null
}

/** One row for each claimed delivery, or a single one without an id. */
export interface ClaimedRow extends Claim {
  /** False while another worker is claiming: then nothing was looked at. */
  admitted: boolean
  /** The endpoint after which the next walk begins; null when this one came to the end. */
  resume_after: string | null
}

/** Claims are small and short, so workers take turns: caps hold strictly, and no row is locked only to be passed over. */
export const CLAIM_TURN = '7164770915236010'

/** How many an endpoint is sent at once before anything is known of it. */
export const FIRST_CAP = 8
export const MAX_CAP = 32
/** Failed attempts without a success between them that make an endpoint a suspect. */
export const SUSPECT_AFTER = 3

/**
 * Claims deliveries, fairly: it walks over the endpoints that have ready ones (one index descent each, however many they
 * have), takes from each no more than its cap leaves and twice its share, and lets clinics take turns, and endpoints
 * within a clinic. Of a cap, each worker that is alive has an equal part; what this one has under way ($7, by endpoint)
 * is counted. Endpoints beyond the page are reached by the next walk, which begins where this one ended. A lease that is
 * being taken back claims nothing.
 */
export const claimDeliveries = sql<ClaimedRow>(`
  with recursive turn as materialized (
    select pg_try_advisory_xact_lock(${CLAIM_TURN}) as admitted
  ), walk as (
    (select first.*, 1 as stop from turn cross join lateral (
      select endpoint_id, company_id, priority, due_at, id from webhook_delivery
      where state = 'READY' and endpoint_id > $2 order by endpoint_id, priority, due_at, id limit 1) as first
     where turn.admitted)
    union all
    select next.*, walk.stop + 1
    from walk cross join lateral (
      select endpoint_id, company_id, priority, due_at, id from webhook_delivery
      where state = 'READY' and endpoint_id > walk.endpoint_id order by endpoint_id, priority, due_at, id limit 1) as next
    where walk.stop < $3
  ), share as materialized (
    select greatest(2, 2 * $4::int / greatest(count(*), 1)) as most,
      (select greatest(count(*), 1) from webhook_worker where lease_until > now())::int as workers
    from walk
  ), endpoint as materialized (
    select walk.*, dense_rank() over (order by walk.company_id) as clinic,
      coalesce(pace.cap, ${FIRST_CAP}) as cap, coalesce(pace.failures, 0) as failures,
      least(share.most, greatest(coalesce(pace.cap, ${FIRST_CAP}) / share.workers, 1)
        - coalesce(($7::jsonb -> walk.endpoint_id)::int, 0)) as room
    from share cross join walk left join lateral (
      select cap, failures from webhook_pace where endpoint_id = walk.endpoint_id limit 1) as pace on true
    where walk.endpoint_id <> all ($6::text[])
  ), candidate as materialized (
    select ready.*, endpoint.clinic, endpoint.stop, endpoint.cap, endpoint.failures, ready.turn >= endpoint.room as filled,
      row_number() over (partition by endpoint.clinic order by ready.turn, ready.due_at, endpoint.stop) as clinic_turn
    from endpoint cross join lateral (
      select ctid as place, due_at, claim, row_number() over (order by priority, due_at, id) as turn
      from webhook_delivery
      where endpoint_id = endpoint.endpoint_id and state = 'READY' and claimed_by is null
        and (priority, due_at, id) >= (endpoint.priority, endpoint.due_at, endpoint.id)
      order by priority, due_at, id limit greatest(endpoint.room, 0)) as ready
  ), chosen as (
    select * from (
      select * from candidate where failures < ${SUSPECT_AFTER}
      union all
      (select * from candidate where failures >= ${SUSPECT_AFTER} order by clinic_turn, due_at, clinic limit $5)) as allowed
    order by clinic_turn, due_at, clinic limit $4
  ), lease as materialized (
    select id from webhook_worker
    where id = $1 and lease_until > now() and exists (select from chosen) for key share
  ), claimed as (
    update webhook_delivery as delivery
    set claim = delivery.claim + 1, claimed_by = lease.id
    from lease cross join chosen
    where delivery.ctid = chosen.place and delivery.claim = chosen.claim and delivery.claimed_by is null
    returning delivery.id, delivery.claim, delivery.company_id, delivery.endpoint_id, delivery.event_id,
      delivery.event_type, delivery.event_at, delivery.origin, delivery.attempts, delivery.data,
      delivery.previous_attributes, chosen.cap, chosen.failures, chosen.stop, chosen.clinic_turn::int, chosen.filled,
      date_part('epoch', clock_timestamp() - delivery.due_at) as lag
  )
  select claimed.id, claimed.claim, claimed.company_id, claimed.endpoint_id, claimed.event_id, claimed.event_type,
    claimed.event_at, claimed.origin, claimed.attempts, claimed.cap, claimed.failures, claimed.stop, claimed.clinic_turn,
    claimed.filled, claimed.lag, coalesce(claimed.data, event.data) as data,
    coalesce(claimed.previous_attributes, event.previous_attributes) as previous_attributes,
    turn.admitted, walked.resume_after
  from turn, (select case when count(*) >= $3 then max(endpoint_id) end as resume_after from walk) as walked
    left join claimed on true
    left join lateral (
      select data::text, previous_attributes::text from event
      where claimed.data is null and company_id = claimed.company_id and created_at = claimed.event_at
        and id = claimed.event_id
      limit 1) as event on true`)

/**
 * The claims of an answer, in the order in which they are to be sent. All of an endpoint have one text for its name: to
 * look something up by it then costs its hash once, and not each time.
 */
export function claimsOf(rows: readonly ClaimedRow[]): Claim[] {
  const names: string[] = []
  const claims = rows.filter(({ id }) => id !== null).sort((a, b) => a.clinic_turn - b.clinic_turn)
  for (const claim of claims) {
    names[claim.stop] ??= claim.endpoint_id
    claim.endpoint_id = names[claim.stop] ?? ''
  }
  return claims
}

/** One claim of each endpoint. */
export const oneOfEach = (claims: readonly Claim[]): Claim[] => [
  ...new Map(claims.map(claim => [claim.endpoint_id, claim])).values(),
]
