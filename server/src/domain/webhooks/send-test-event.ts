import { type EventType, events } from '@clinic/contract/event-types.ts'
import type { EventDeclaration } from '@clinic/contract/kernel.ts'
import { sql } from '../../db/statement.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { type DeliveryRow, queueDelivery } from './delivery.ts'
import { grantedEvents, ownEndpoint } from './own-endpoint.ts'

const fixtures = new Map<string, EventDeclaration>(events.map(event => [event.type, event]))

const insertTestEvent = sql(`
  insert into event (company_id, id, type, created_at, data, previous_attributes, installation_id, test)
  values ($1, $2, $3, $4, $5, $6, $7, true)`)

/**
 * Queues the example of an event type for this endpoint alone, through the ordinary pipeline (specification, Delivery 7).
 * It is in no list of events and never counts towards disabling the endpoint.
 */
export async function sendTestEvent(
  tx: Tx,
  { id, eventType }: { id: string; eventType?: EventType },
): Promise<DeliveryRow> {
  const endpoint = await ownEndpoint(tx, id)
  const type = eventType ?? endpoint.events[0] ?? ''
  await grantedEvents(tx, endpoint.installation_id, [type])
  const fixture = fixtures.get(type)
  if (!fixture) throw new Error(`There is no event ${type}.`)
  const event_id = newId('evt', Date.parse(tx.now))
  const example = JSON.stringify(fixture.example)
  const previous = fixture.previousAttributes ? JSON.stringify(fixture.previousExample ?? {}) : null
  const values = [tx.clinic.id, event_id, type, tx.now, example, previous, endpoint.installation_id]
  await tx.sql(insertTestEvent(values))
  return queueDelivery(tx, { endpoint_id: id, event_id, event_type: type, event_at: tx.now, origin: 'TEST' })
}
