/** Steps of recording a batch: what becomes of the deliveries in `report`, at the moment of `clock`. */

export const FINISH_DELIVERIES = `
  finished as (
    -- Deliveries that came to their end leave the queue …
    delete from webhook_delivery as delivery using report, clock
    where delivery.company_id = report.company_id and delivery.id = report.id
      and delivery.fencing_token = report.fencing_token and report.ending in ('SUCCEEDED', 'EXHAUSTED', 'SKIPPED')
    returning delivery.id, delivery.company_id, delivery.endpoint_id, delivery.event_id, delivery.event_type,
      delivery.event_at, delivery.origin, report.ending, delivery.failures, delivery.created_at, clock.now, report.place,
      case when report.sent then delivery.attempts + 1 else delivery.attempts end as attempts,
      case when report.sent then report.response_status else delivery.response_status end as response_status,
      case when report.sent then report.error_class else delivery.error_class end as error_class,
      case when report.sent then report.duration_ms else delivery.duration_ms end as duration_ms,
      case when report.sent then clock.now else delivery.last_attempt_at end as last_attempt_at
  ), moved as (
    -- … for the history, whose rows never change.
    insert into webhook_delivery_done
      (id, company_id, endpoint_id, event_id, event_type, event_at, origin, status, attempts, response_status,
       error_class, duration_ms, last_attempt_at, failures, created_at, finished_at)
    select id, company_id, endpoint_id, event_id, event_type, event_at, origin, ending, attempts, response_status,
      error_class, duration_ms, last_attempt_at, failures, created_at, now
    from finished
  )`

export const REQUEUE_DELIVERIES = `
  retried as (
    -- Failed ones wait for the next attempt; a millisecond more makes up for the cut moment that the wait begins with.
    update webhook_delivery as delivery
    set state = 'WAITING', priority = greatest(delivery.priority, 1), attempts = delivery.attempts + 1, claimed_by = null,
      due_at = clock.now + (report.wait_ms + 1) * interval '1 millisecond', response_status = report.response_status,
      error_class = report.error_class, duration_ms = report.duration_ms, last_attempt_at = clock.now,
      failures = delivery.failures || jsonb_build_object('at', clock.now, 'status', report.response_status,
        'error', report.error_class, 'ms', report.duration_ms)
    from report, clock
    where delivery.company_id = report.company_id and delivery.id = report.id
      and delivery.fencing_token = report.fencing_token and report.ending = 'RETRY'
    returning delivery.id
  ), released as (
    -- What was not sent is ready again, as if it had never been claimed.
    update webhook_delivery as delivery set claimed_by = null
    from report
    where delivery.company_id = report.company_id and delivery.id = report.id
      and delivery.fencing_token = report.fencing_token and report.ending = 'RELEASED'
    returning delivery.id
  )`
