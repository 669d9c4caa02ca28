import { sql } from '../../db/statement.ts'
import { refuse } from '../../kernel/errors.ts'
import { listSource } from '../../kernel/list-source.ts'
import type { Tx } from '../../kernel/tx.ts'
import { idTimeMs } from '../../kernel/values/ids.ts'
import { ALL_DELIVERIES, type DeliveryRow } from './delivery.ts'
import { EVENT_DAYS } from './envelope.ts'

/** A delivery with the installation whose endpoint it goes to. */
export interface ClinicDelivery extends DeliveryRow {
  installation_id: string
}

const COLUMNS = 't.*, e.installation_id'

/**
 * The deliveries to all endpoints of a clinic, newest first. Conditions of those that did not arrive name them, so that
 * these few are read off an index.
 */
export const clinicDeliveries = listSource<ClinicDelivery>({
  name: 'listDeliveries',
  ofEach: 'webhook_endpoint e',
  from: `${ALL_DELIVERIES} t`,
  columns: COLUMNS,
  where: `t.endpoint_id = e.id and t.created_at > now() - interval '${EVENT_DAYS} days'`,
  filters: {
    installationId: value => `e.installation_id = ${value}`,
    endpointId: value => `e.id = ${value}`,
    type: value => `t.event_type = ${value}`,
    arrived: value => `t.status = 'SUCCEEDED' and ${value}`,
    status: value => `t.status <> 'SUCCEEDED' and t.status = ${value}`,
    origin: value => `t.origin = ${value}`,
    error: value => `t.status <> 'SUCCEEDED' and t.error_class = ${value}`,
  },
})

/** Each endpoint is asked by itself: a delivery is found by it and by the instant that its id holds. */
const selectDelivery = sql<ClinicDelivery>(`
  select found.* from webhook_endpoint as e cross join lateral (
    select ${COLUMNS} from ${ALL_DELIVERIES} as t
    where t.company_id = $1 and t.endpoint_id = e.id and t.created_at = $3 and t.id = $2) as found
  where e.company_id = $1`)

/** A delivery of the clinic to an endpoint that there is still, or 404. */
export async function deliveryOfClinic(tx: Tx, id: string): Promise<ClinicDelivery> {
  const at = idTimeMs(id)
  const [found] = at === undefined ? [] : await tx.sql(selectDelivery([tx.clinic.id, id, new Date(at).toISOString()]))
  return found ?? refuse('not_found', { resource: 'webhook_delivery' })
}
