import type { Api } from './api.ts'
import { EXIT, Failure } from './failure.ts'
import { first } from './lists.ts'
import type { Row } from './records.ts'

const PAGE = 100
const DELIVERIES = 'GET /webhook-endpoints/:id/deliveries'

/** The endpoint that was named, else all of the installation. */
export const endpointIds = async (api: Api, endpoint?: string): Promise<string[]> =>
  endpoint === undefined ? (await api.all('GET /webhook-endpoints')).map(({ id }) => String(id)) : [endpoint]

/** What was sent to an endpoint, newest first, each with the endpoint. */
export async function* deliveriesTo(api: Api, endpointId: string, limit = PAGE): AsyncGenerator<Row, void, undefined> {
  const query = { id: endpointId, limit: Math.min(limit, PAGE) }
  for await (const delivery of api.pages(DELIVERIES, query)) yield { ...delivery, endpointId }
}

export async function deliveryOf(api: Api, id: string, endpoint?: string): Promise<Row & { endpointId?: unknown }> {
  for (const endpointId of await endpointIds(api, endpoint))
    for await (const delivery of deliveriesTo(api, endpointId)) if (delivery.id === id) return delivery
  throw new Failure('not_found', EXIT.refused, `No endpoint of the installation has a delivery ${id}.`)
}

/** As far as it is looked back for a delivery. */
const LOOKED_THROUGH = 5000

/** The newest delivery of an event to an endpoint. */
export async function newestDelivery(api: Api, endpointId: string, eventId: string): Promise<Row | undefined> {
  for await (const delivery of first(deliveriesTo(api, endpointId), LOOKED_THROUGH))
    if (delivery.eventId === eventId) return delivery
  return undefined
}

export const sentAgain = (api: Api, { endpointId, id }: Row): Promise<Row> =>
  api.one('POST /webhook-endpoints/:id/deliveries/:deliveryId/redeliver', { id: endpointId, deliveryId: id })
