import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  getWebhookEndpoint,
  listWebhookDeliveries,
  listWebhookEndpoints,
  recoverWebhookDeliveries,
  redeliverWebhookDelivery,
  rotateWebhookEndpointSecret,
  sendTestEvent,
  updateWebhookEndpoint,
} from '@clinic/contract/webhook-endpoints.ts'
import { sql } from '../db/statement.ts'
import { createEndpoint } from '../domain/webhooks/add-endpoint.ts'
import { changeEndpoint } from '../domain/webhooks/change-endpoint.ts'
import { deleteEndpoint } from '../domain/webhooks/delete-endpoint.ts'
import { ALL_DELIVERIES, type DeliveryRow } from '../domain/webhooks/delivery.ts'
import { type EndpointRow, ownEndpoint } from '../domain/webhooks/own-endpoint.ts'
import { rotateSecret } from '../domain/webhooks/put-secret.ts'
import { redeliver } from '../domain/webhooks/redeliver.ts'
import { sendTestEvent as queueTestEvent } from '../domain/webhooks/send-test-event.ts'
import { startRecovery } from '../domain/webhooks/start-recovery.ts'
import type { UrlCheck } from '../domain/webhooks/url-check.ts'
import { implement } from '../kernel/implement.ts'
import { listSource } from '../kernel/list-source.ts'
import { page } from '../kernel/page.ts'
import { presented } from '../kernel/record-operations.ts'
import {
  presentWebhookDelivery,
  presentWebhookEndpoint,
  presentWebhookEndpointWithSecret,
  presentWebhookRecovery,
} from '../present/webhooks.ts'

const endpointsOfInstallation = sql<EndpointRow>(`
  select * from webhook_endpoint where company_id = $1 and installation_id = $2 order by created_at desc, id desc`)

const deliveries = listSource<DeliveryRow>({
  name: 'listWebhookDeliveries',
  from: `${ALL_DELIVERIES} t`,
  columns: 't.*',
  filters: { endpointId: value => `t.endpoint_id = ${value}` },
})

/** The operations of webhook endpoints; `checkUrl` says where requests may be sent. */
export const webhookEndpoints = (checkUrl: (url: string) => Promise<UrlCheck>) => [
  implement(listWebhookEndpoints, async tx => ({
    data: (await tx.sql(endpointsOfInstallation([tx.clinic.id, tx.caller.id]))).map(row =>
      presentWebhookEndpoint(row, tx.clinic),
    ),
  })),
  implement(
    createWebhookEndpoint,
    ({ url }) => checkUrl(url),
    presented(createEndpoint, presentWebhookEndpointWithSecret),
  ),
  implement(
    getWebhookEndpoint,
    presented((tx, { id }) => ownEndpoint(tx, id), presentWebhookEndpoint),
  ),
  implement(
    updateWebhookEndpoint,
    async ({ url }) => (url === undefined ? undefined : checkUrl(url)),
    presented(changeEndpoint, presentWebhookEndpoint),
  ),
  implement(
    deleteWebhookEndpoint,
    presented((tx, { id }) => deleteEndpoint(tx, id), presentWebhookEndpoint),
  ),
  implement(
    rotateWebhookEndpointSecret,
    presented((tx, { id }) => rotateSecret(tx, id), presentWebhookEndpointWithSecret),
  ),
  implement(listWebhookDeliveries, async (tx, { id, ...query }) => {
    await ownEndpoint(tx, id)
    return page(tx, deliveries, { ...query, endpointId: id }, presentWebhookDelivery)
  }),
  implement(sendTestEvent, async (tx, input) => {
    const { id, status } = await queueTestEvent(tx, input)
    return { data: { object: 'webhook_delivery' as const, id, status } }
  }),
  implement(redeliverWebhookDelivery, presented(redeliver, presentWebhookDelivery)),
  implement(recoverWebhookDeliveries, presented(startRecovery, presentWebhookRecovery)),
]
