import { sql } from '../../db/statement.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { idTimeMs, newId } from '../../kernel/values/ids.ts'

/** An attempt that failed and was followed by a wait, as a delivery keeps it. */
export interface FailedAttempt {
  at: string
  status: number | null
  error: string | null
  ms: number | null
}

/** A delivery as it is shown, whether it is still queued or finished. */
export interface DeliveryRow {
  id: string
  company_id: string
  endpoint_id: string
  event_id: string
  event_type: string
  event_at: string
  origin: string
  status: 'PENDING' | 'SUCCEEDED' | 'FAILED' | 'EXHAUSTED' | 'SKIPPED'
  attempts: number
  response_status: number | null
  error_class: string | null
  duration_ms: number | null
  last_attempt_at: string | null
  next_retry_at: string | null
  /** All attempts that failed, but a last one after which there is no further. */
  failures: FailedAttempt[]
  created_at: string
}

const SHARED = `t.id, t.company_id, t.endpoint_id, t.event_id, t.event_type, t.event_at, t.origin, t.attempts,
  t.response_status, t.error_class, t.duration_ms, t.last_attempt_at, t.failures, t.created_at`
/** Of a row `t` of webhook_delivery: FAILED is one whose last attempt failed and that will be tried again. */
export const LIVE_COLUMNS = `${SHARED}, case when t.attempts = 0 then 'PENDING' else 'FAILED' end as status,
  case when t.attempts > 0 then t.due_at end as next_retry_at`
/** Of a row `t` of webhook_delivery_done. */
const DONE_COLUMNS = `${SHARED}, t.status, null::timestamptz(3) as next_retry_at`

/** Both as one source of rows. */
export const ALL_DELIVERIES = `(
  select ${LIVE_COLUMNS} from webhook_delivery as t union all select ${DONE_COLUMNS} from webhook_delivery_done as t)`

const selectDelivery = sql<DeliveryRow>(`
  select ${LIVE_COLUMNS} from webhook_delivery as t where t.company_id = $1 and t.endpoint_id = $2 and t.id = $3
  union all
  select ${DONE_COLUMNS} from webhook_delivery_done as t
  where t.company_id = $1 and t.endpoint_id = $2 and t.id = $3 and t.created_at = $4`)

/** A delivery of the endpoint, or 404. Its id holds the instant it was made, and so the partition it is in. */
export async function deliveryOf(tx: Tx, endpointId: string, id: string): Promise<DeliveryRow> {
  const at = idTimeMs(id)
  const found =
    at === undefined ? [] : await tx.sql(selectDelivery([tx.clinic.id, endpointId, id, new Date(at).toISOString()]))
  return found[0] ?? refuse('not_found', { resource: 'webhook_delivery' })
}

const insertDelivery = sql<DeliveryRow>(`
  insert into webhook_delivery as t
    (id, company_id, endpoint_id, event_id, event_type, event_at, origin, due_at, created_at)
  values ($2, $1, $3, $4, $5, $6, $7, $8, $8) returning ${LIVE_COLUMNS}`)

/** Queues one delivery that no change of a record caused: its origin is TEST or REDELIVERY. */
export async function queueDelivery(
  tx: Tx,
  of: Pick<DeliveryRow, 'endpoint_id' | 'event_id' | 'event_type' | 'event_at' | 'origin'>,
): Promise<DeliveryRow> {
  const { endpoint_id, event_id, event_type, event_at, origin } = of
  const id = newId('whd', Date.parse(tx.realNow))
  const values = [tx.clinic.id, id, endpoint_id, event_id, event_type, event_at, origin, tx.realNow]
  const [row] = await tx.sql(insertDelivery(values))
  if (!row) throw new Error('The delivery was not queued.')
  tx.touched.row('webhook_delivery', row, ['status'])
  return row
}
