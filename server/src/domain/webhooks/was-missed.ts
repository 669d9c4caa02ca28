/**
 * Whether an event `next` was missed by the endpoint `endpoint` ($1 is its clinic, `id` its id): it is not queued, and no
 * delivery of it has arrived. The delivery that the event's change made has an id that follows from event and endpoint,
 * replays are found by their index. Each is looked up by itself: joined, the whole history would be read.
 */
export const wasMissed = (id: string): string => `
  not next.test and (next.installation_id is null or next.installation_id = endpoint.installation_id)
  and (select 1 from webhook_delivery as queued
    where queued.company_id = $1 and queued.id = delivery_id(next.id, ${id})) is null
  and (select 1 from webhook_delivery as queued
    where queued.endpoint_id = ${id} and queued.event_id = next.id and queued.origin <> 'EVENT' limit 1) is null
  and (select 1 from webhook_delivery_done as done
    where done.company_id = $1 and done.endpoint_id = ${id} and done.created_at = next.created_at
      and done.id = delivery_id(next.id, ${id}) and done.status = 'SUCCEEDED') is null
  and (select 1 from webhook_delivery_done as done
    where done.endpoint_id = ${id} and done.event_id = next.id and done.origin <> 'EVENT'
      and done.status = 'SUCCEEDED' limit 1) is null`
