import type { Input } from '@clinic/contract/kernel.ts'
import {
  countMissedEvents,
  getClinicEvent,
  getDeliveryAttempt,
  listClinicEvents,
  listDeliveries,
  listRecoveries,
  recoverEvents,
  resendDelivery,
  sendPluginTestEvent,
} from '@clinic/contract/staff/deliveries.ts'
import { clinicDeliveries, deliveryOfClinic } from '../domain/webhooks/clinic-deliveries.ts'
import { clinicEvents, endpointsOfEvent, eventOfClinic } from '../domain/webhooks/clinic-events.ts'
import { countMissedBy } from '../domain/webhooks/count-missed.ts'
import { attemptWithRequest } from '../domain/webhooks/rebuilt-request.ts'
import { redeliver } from '../domain/webhooks/redeliver.ts'
import { sendTestEvent } from '../domain/webhooks/send-test-event.ts'
import { latestRecoveries, startRecovery } from '../domain/webhooks/start-recovery.ts'
import { type Implementation, implement } from '../kernel/implement.ts'
import { page } from '../kernel/page.ts'
import { presented } from '../kernel/record-operations.ts'
import {
  presentAttemptWithRequest,
  presentDelivery,
  presentEventWithDeliveries,
  presentRecovery,
} from '../present/deliveries.ts'
import { presentEvent } from '../present/webhooks.ts'

/** What arrived is looked for among all, what did not among those that did not. */
const wanted = ({ status, ...query }: Input<typeof listDeliveries>) =>
  status === 'SUCCEEDED' ? { ...query, arrived: true } : { ...query, status }

/** What was sent to plugins, what came of it, and how it is sent again. */
export const deliveriesApi: readonly Implementation[] = [
  implement(listDeliveries, (tx, query) => page(tx, clinicDeliveries, wanted(query), presentDelivery)),
  implement(listClinicEvents, (tx, query) => page(tx, clinicEvents, query, presentEvent)),
  implement(getClinicEvent, async (tx, { id }) => {
    const event = await eventOfClinic(tx, id)
    return { data: presentEventWithDeliveries(event, await endpointsOfEvent(tx, event), tx.clinic) }
  }),
  implement(getDeliveryAttempt, async (tx, { id, number }) => ({
    data: presentAttemptWithRequest(await attemptWithRequest(tx, id, number), tx.clinic),
  })),
  implement(
    resendDelivery,
    presented(async (tx, { id }) => {
      const { endpoint_id, installation_id } = await deliveryOfClinic(tx, id)
      return { ...(await redeliver(tx, { id: endpoint_id, deliveryId: id })), installation_id }
    }, presentDelivery),
  ),
  implement(countMissedEvents, async (tx, input) => ({ data: await countMissedBy(tx, input) })),
  implement(recoverEvents, presented(startRecovery, presentRecovery)),
  implement(listRecoveries, async (tx, { id }) => ({
    data: (await latestRecoveries(tx, id)).map(row => presentRecovery(row, tx.clinic)),
  })),
  implement(
    sendPluginTestEvent,
    presented(async (tx, input) => {
      const { installation_id } = await tx.get('webhook_endpoint', input.id)
      return { ...(await sendTestEvent(tx, input)), installation_id }
    }, presentDelivery),
  ),
]
