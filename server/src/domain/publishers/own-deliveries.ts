import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { type ClinicDelivery, deliveryOfClinic } from '../webhooks/clinic-deliveries.ts'
import { type EndpointOfEvent, endpointsOfEvent, eventOfClinic } from '../webhooks/clinic-events.ts'
import type { StoredEvent } from '../webhooks/envelope.ts'

/** A delivery to an endpoint of the installation, or 404. */
export async function ownDelivery(tx: Tx, installationId: string, id: string): Promise<ClinicDelivery> {
  const delivery = await deliveryOfClinic(tx, id)
  return delivery.installation_id === installationId ? delivery : refuse('not_found', { resource: 'webhook_delivery' })
}

/** An event that was sent to the installation, with what came of it there; of others nothing is told. */
export async function ownEvent(
  tx: Tx,
  installationId: string,
  eventId: string,
): Promise<{ event: StoredEvent; endpoints: EndpointOfEvent[] }> {
  const event = await eventOfClinic(tx, eventId)
  const all = await endpointsOfEvent(tx, event)
  const endpoints = all.filter(({ endpoint }) => endpoint.installation_id === installationId)
  const wasSent = endpoints.some(({ deliveries }) => deliveries.length > 0)
  return wasSent ? { event, endpoints } : refuse('not_found', { resource: 'event' })
}
