/**
 * Whether an event `next` was missed by the endpoint `endpoint` ($1 is its clinic, $2 its id): it is not queued, and no
 * delivery of it has arrived. The delivery that the event's change made has an id that follows from event and endpoint,
 * replays are found by their index. Each is looked up by itself: joined, the whole history would be read.
 */
export const WAS_MISSED = `
  not next.test and (next.installation_id is null or next.installation_id = endpoint.installation_id)
  and (select 1 from webhook_delivery as queued
    where queued.company_id = $1 and queued.id = delivery_id(next.id, $2)) is null
  and (select 1 from webhook_delivery as queued
    where queued.endpoint_id = $2 and queued.event_id = next.id and queued.origin <> 'EVENT' limit 1) is null
  and (select 1 from webhook_delivery_done as done
    where done.company_id = $1 and done.endpoint_id = $2 and done.created_at = next.created_at
      and done.id = delivery_id(next.id, $2) and done.status = 'SUCCEEDED') is null
  and (select 1 from webhook_delivery_done as done
    where done.endpoint_id = $2 and done.event_id = next.id and done.origin <> 'EVENT'
      and done.status = 'SUCCEEDED' limit 1) is null`
