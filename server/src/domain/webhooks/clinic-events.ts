import { sql } from '../../db/statement.ts'
import { refuse } from '../../kernel/errors.ts'
import { listSource } from '../../kernel/list-source.ts'
import type { Tx } from '../../kernel/tx.ts'
import { idTimeMs } from '../../kernel/values/ids.ts'
import { ALL_DELIVERIES, type DeliveryRow } from './delivery.ts'
import { EVENT_DAYS, type StoredEvent } from './envelope.ts'
import type { EndpointRow } from './own-endpoint.ts'

const KEPT = `t.created_at > clinic_now() - interval '${EVENT_DAYS} days'`
const COLUMNS = 't.id, t.type, t.company_id, t.created_at, t.data, t.previous_attributes'

/** What happened in a clinic, newest first. */
export const clinicEvents = listSource<StoredEvent>({
  name: 'listClinicEvents',
  from: 'event t',
  columns: COLUMNS,
  where: `not t.test and ${KEPT}`,
  filters: { type: value => `t.type = ${value}` },
})

const selectEvent = sql<StoredEvent>(`
  select ${COLUMNS} from event t where t.company_id = $1 and t.created_at = $2 and t.id = $3 and ${KEPT}`)

/** An event of the clinic, or 404. Its id holds the instant it happened, and so the partition it is in. */
export async function eventOfClinic(tx: Tx, id: string): Promise<StoredEvent> {
  const at = idTimeMs(id)
  const [row] = at === undefined ? [] : await tx.sql(selectEvent([tx.clinic.id, new Date(at).toISOString(), id]))
  return row ?? refuse('not_found', { resource: 'event' })
}

/**
 * What was sent because of an event: the delivery that its change made has an id that follows from event and endpoint, and
 * what was sent again is found by its index.
 */
const selectDeliveries = sql<DeliveryRow>(`
  select found.* from webhook_endpoint as e cross join lateral (
    select t.* from ${ALL_DELIVERIES} as t
    where t.company_id = $1 and t.endpoint_id = e.id and t.created_at = $3 and t.id = delivery_id($2, e.id)
    union all
    select t.* from ${ALL_DELIVERIES} as t
    where t.company_id = $1 and t.endpoint_id = e.id and t.event_id = $2 and t.origin <> 'EVENT') as found
  where e.company_id = $1 order by found.created_at, found.id`)
const selectEndpoints = sql<EndpointRow>(`
  select * from webhook_endpoint where company_id = $1 order by created_at desc, id desc`)

/** An endpoint with what it was sent because of an event. */
export interface EndpointOfEvent {
  endpoint: EndpointRow
  deliveries: DeliveryRow[]
}

/** The endpoints that are told of an event's type, and those that were sent it, each with its deliveries, oldest first. */
export async function endpointsOfEvent(tx: Tx, { id, created_at, type }: StoredEvent): Promise<EndpointOfEvent[]> {
  const endpoints = await tx.sql(selectEndpoints([tx.clinic.id]))
  const deliveries = Map.groupBy(
    await tx.sql(selectDeliveries([tx.clinic.id, id, created_at])),
    ({ endpoint_id }) => endpoint_id,
  )
  return endpoints
    .map(endpoint => ({ endpoint, deliveries: deliveries.get(endpoint.id) ?? [] }))
    .filter(one => one.deliveries.length > 0 || one.endpoint.events.includes(type))
}
