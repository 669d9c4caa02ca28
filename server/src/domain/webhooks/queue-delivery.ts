import { sql } from '../../db/statement.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { type DeliveryRow, LIVE_COLUMNS } from './delivery.ts'

const insertDelivery = sql<DeliveryRow>(`
  insert into webhook_delivery as t
    (id, company_id, endpoint_id, event_id, event_type, event_at, origin, due_at, created_at)
  values ($2, $1, $3, $4, $5, $6, $7, $8, $8) returning ${LIVE_COLUMNS}`)

export interface QueuedDelivery {
  endpointId: string
  eventId: string
  eventType: string
  eventAt: string
  origin: 'TEST' | 'REDELIVERY'
}

/** Queues one delivery that no change of a record caused. */
export async function queueDelivery(
  tx: Tx,
  { endpointId, eventId, eventType, eventAt, origin }: QueuedDelivery,
): Promise<DeliveryRow> {
  const id = newId('whd', Date.parse(tx.now))
  const [row] = await tx.sql(
    insertDelivery([tx.clinic.id, id, endpointId, eventId, eventType, eventAt, origin, tx.now]),
  )
  if (!row) throw new Error('The delivery was not queued.')
  return row
}
