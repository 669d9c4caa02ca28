import type { Input } from '@clinic/contract/kernel.ts'
import {
  countOwnMissedEvents,
  getOwnAttempt,
  getOwnEvent,
  listOwnDeliveries,
  listOwnEndpoints,
  listOwnRecoveries,
  recoverOwnEvents,
  resendOwnDelivery,
  sendOwnTestEvent,
} from '@clinic/contract/publisher/deliveries.ts'
import { listOwnRequests } from '@clinic/contract/publisher/requests.ts'
import { endpointsOf, requireEndpointOf } from '../domain/plugins/plugin-endpoints.ts'
import { pluginRequests, requestsWanted } from '../domain/plugins/plugin-requests.ts'
import { asPublisherSees } from '../domain/plugins/shared-ids.ts'
import { ownDelivery, ownEvent } from '../domain/publishers/own-deliveries.ts'
import { clinicDeliveries } from '../domain/webhooks/clinic-deliveries.ts'
import { countMissedBy } from '../domain/webhooks/count-missed.ts'
import { attemptWithRequest } from '../domain/webhooks/rebuilt-request.ts'
import { redeliver } from '../domain/webhooks/redeliver.ts'
import { sendTestEvent } from '../domain/webhooks/send-test-event.ts'
import { latestRecoveries, startRecovery } from '../domain/webhooks/start-recovery.ts'
import { type Implementation, implement } from '../kernel/implement.ts'
import { page } from '../kernel/page.ts'
import type { Tx } from '../kernel/tx.ts'
import {
  presentAttemptWithRequest,
  presentDelivery,
  presentEventWithDeliveries,
  presentRecovery,
} from '../present/deliveries.ts'
import { presentPluginRequest } from '../present/plugin-requests.ts'
import { presentWebhookEndpoint } from '../present/webhooks.ts'

interface OfEndpoint {
  installationId: string
  endpointId: string
}

/** The endpoint, which is one of the installation's; any other is unknown here. */
async function endpointIn(tx: Tx, { installationId, endpointId }: OfEndpoint): Promise<string> {
  await requireEndpointOf(tx, installationId, endpointId)
  return endpointId
}

/** What arrived is looked for among all, what did not among those that did not. */
const wanted = ({ publisherId: _, status, ...query }: Input<typeof listOwnDeliveries>) =>
  status === 'SUCCEEDED' ? { ...query, arrived: true } : { ...query, status }

const sent: readonly Implementation[] = [
  implement(listOwnEndpoints, async (tx, { installationId }) => ({
    data: (await endpointsOf(tx, installationId)).map(row => presentWebhookEndpoint(row, tx.clinic)),
  })),
  implement(listOwnDeliveries, (tx, query) => page(tx, clinicDeliveries, wanted(query), presentDelivery)),
  implement(getOwnEvent, async (tx, { installationId, eventId }) => {
    const { event, endpoints } = await ownEvent(tx, installationId, eventId)
    const shown = presentEventWithDeliveries(event, endpoints, tx.clinic)
    return { data: asPublisherSees(tx, await tx.get('installation', installationId), shown) }
  }),
  implement(getOwnAttempt, async (tx, { installationId, deliveryId, number }) => {
    await ownDelivery(tx, installationId, deliveryId)
    const shown = presentAttemptWithRequest(await attemptWithRequest(tx, deliveryId, number), tx.clinic)
    return { data: asPublisherSees(tx, await tx.get('installation', installationId), shown) }
  }),
]

const again: readonly Implementation[] = [
  implement(resendOwnDelivery, async (tx, { installationId, deliveryId }) => {
    const { endpoint_id } = await ownDelivery(tx, installationId, deliveryId)
    const made = await redeliver(tx, { id: endpoint_id, deliveryId })
    return { data: presentDelivery({ ...made, installation_id: installationId }, tx.clinic) }
  }),
  implement(countOwnMissedEvents, async (tx, input) => ({
    data: await countMissedBy(tx, { ...input, id: await endpointIn(tx, input) }),
  })),
  implement(recoverOwnEvents, async (tx, input) => {
    const id = await endpointIn(tx, input)
    return { data: presentRecovery(await startRecovery(tx, { ...input, id }), tx.clinic) }
  }),
  implement(listOwnRecoveries, async (tx, input) => ({
    data: (await latestRecoveries(tx, await endpointIn(tx, input))).map(row => presentRecovery(row, tx.clinic)),
  })),
  implement(sendOwnTestEvent, async (tx, input) => {
    const made = await sendTestEvent(tx, { ...input, id: await endpointIn(tx, input) })
    return { data: presentDelivery({ ...made, installation_id: input.installationId }, tx.clinic) }
  }),
]

const requests = implement(listOwnRequests, async (tx, { publisherId: _, installationId, ...query }) => {
  const installation = await tx.get('installation', installationId)
  return page(tx, pluginRequests, requestsWanted({ ...query, id: installationId }), (row, clinic) =>
    asPublisherSees(tx, installation, presentPluginRequest(row, clinic)),
  )
})

/** What installations of the publisher's plugins were sent, and what they asked for, as far as their clinics show it. */
export const ownDeliveriesApi: readonly Implementation[] = [...sent, ...again, requests]
