import { sql } from '../../db/statement.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { type DeliveryRow, deliveryOf, queueDelivery } from './delivery.ts'
import { ownEndpoint } from './own-endpoint.ts'

const eventStillThere = sql('select 1 from event where company_id = $1 and created_at = $2 and id = $3')

/**
 * Queues the event of an earlier delivery once more. Not while its first attempt is still to come, and not to an
 * endpoint that is disabled. An event older than 30 days is gone.
 */
export async function redeliver(tx: Tx, { id, deliveryId }: { id: string; deliveryId: string }): Promise<DeliveryRow> {
  const endpoint = await ownEndpoint(tx, id)
  const delivery = await deliveryOf(tx, id, deliveryId)
  const { status, origin } = delivery
  if (status === 'PENDING') refuse('invalid_state_transition', { from: status, to: 'PENDING' })
  if (!endpoint.active) refuse('invalid_state_transition', { from: 'DISABLED', to: 'PENDING' })
  const [event] = await tx.sql(eventStillThere([tx.clinic.id, delivery.event_at, delivery.event_id]))
  if (!event) refuse('not_found', { resource: 'event' })
  return queueDelivery(tx, { ...delivery, origin: origin === 'TEST' ? 'TEST' : 'REDELIVERY' })
}
