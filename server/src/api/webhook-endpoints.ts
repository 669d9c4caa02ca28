import { EVENT_TYPES } from '@clinic/contract/event-types.ts'
import type { Static } from '@clinic/contract/kernel.ts'
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
  type WebhookDelivery,
  type WebhookEndpoint,
  type WebhookEndpointWithSecret,
  type WebhookRecovery,
} from '@clinic/contract/webhook-endpoints.ts'
import { sql } from '../db/statement.ts'
import type { EndpointWithSecret } from '../domain/webhooks/add-endpoint.ts'
import { changeEndpoint } from '../domain/webhooks/change-endpoint.ts'
import type { Judgement } from '../domain/webhooks/checked-destination.ts'
import { createEndpoint } from '../domain/webhooks/create-endpoint.ts'
import { deleteEndpoint } from '../domain/webhooks/delete-endpoint.ts'
import { ALL_DELIVERIES, type DeliveryRow } from '../domain/webhooks/delivery.ts'
import { type EndpointRow, ownEndpoint } from '../domain/webhooks/own-endpoint.ts'
import { redeliver } from '../domain/webhooks/redeliver.ts'
import { rotateSecret } from '../domain/webhooks/rotate-secret.ts'
import { sendTestEvent as queueTestEvent } from '../domain/webhooks/send-test-event.ts'
import { type RecoveryRow, startRecovery } from '../domain/webhooks/start-recovery.ts'
import { implement } from '../kernel/implement.ts'
import { type ListSource, page } from '../kernel/page.ts'
import { wordOf } from '../kernel/word.ts'

const eventTypeOf = wordOf(EVENT_TYPES)
const modeOf = wordOf(['LIVE', 'TEST'])
const recoveryStatusOf = wordOf(['QUEUED', 'RUNNING', 'COMPLETED'])

const present = (row: EndpointRow): Static<typeof WebhookEndpoint> => ({
  object: 'webhook_endpoint',
  id: row.id,
  url: row.url,
  events: row.events.map(eventTypeOf),
  mode: modeOf(row.mode),
  active: row.active,
  disabledReason: row.disabled_reason,
  consecutiveFailures: row.consecutive_failures,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

const presentWithSecret = ({ endpoint, secret }: EndpointWithSecret): Static<typeof WebhookEndpointWithSecret> => ({
  ...present(endpoint),
  signingSecret: secret,
})

const presentDelivery = (row: DeliveryRow): Static<typeof WebhookDelivery> => ({
  object: 'webhook_delivery',
  id: row.id,
  eventId: row.event_id,
  eventType: row.event_type,
  status: row.status,
  attempts: row.attempts,
  responseStatus: row.response_status,
  errorMessage: row.error_class,
  lastAttemptAt: row.last_attempt_at,
  nextRetryAt: row.next_retry_at,
  durationMs: row.duration_ms,
  createdAt: row.created_at,
})

const presentRecovery = (row: RecoveryRow): Static<typeof WebhookRecovery> => ({
  object: 'webhook_recovery',
  id: row.id,
  webhookEndpointId: row.endpoint_id,
  since: row.since,
  until: row.until,
  eventTypes: row.event_types,
  status: recoveryStatusOf(row.status),
  deliveries: row.deliveries,
  createdAt: row.created_at,
})

const endpointsOfInstallation = sql(`
  select * from webhook_endpoint where company_id = $1 and installation_id = $2 order by created_at desc, id desc`)

const deliveries: ListSource = {
  name: 'listWebhookDeliveries',
  from: `${ALL_DELIVERIES} t`,
  columns: 't.*',
  filters: { endpointId: value => `t.endpoint_id = ${value}` },
}

/** The operations of webhook endpoints; `judge` says where requests may be sent. */
export const webhookEndpoints = (judge: (url: string) => Promise<Judgement>) => [
  implement(listWebhookEndpoints, async tx => ({
    data: (await tx.sql<EndpointRow>(endpointsOfInstallation([tx.clinic.id, tx.caller.id]))).map(present),
  })),
  implement(
    createWebhookEndpoint,
    ({ url }) => judge(url),
    async (tx, input, judgement) => ({ data: presentWithSecret(await createEndpoint(tx, input, judgement)) }),
  ),
  implement(getWebhookEndpoint, async (tx, { id }) => ({ data: present(await ownEndpoint(tx, id)) })),
  implement(
    updateWebhookEndpoint,
    async ({ url }) => (url === undefined ? undefined : judge(url)),
    async (tx, input, judgement) => ({ data: present(await changeEndpoint(tx, input, judgement)) }),
  ),
  implement(deleteWebhookEndpoint, async (tx, { id }) => ({ data: present(await deleteEndpoint(tx, id)) })),
  implement(rotateWebhookEndpointSecret, async (tx, { id }) => ({
    data: presentWithSecret(await rotateSecret(tx, id)),
  })),
  implement(listWebhookDeliveries, async (tx, { id, ...query }) => {
    await ownEndpoint(tx, id)
    return page(tx, deliveries, { ...query, endpointId: id }, presentDelivery)
  }),
  implement(sendTestEvent, async (tx, input) => {
    const { id, status } = await queueTestEvent(tx, input)
    return { data: { object: 'webhook_delivery' as const, id, status } }
  }),
  implement(redeliverWebhookDelivery, async (tx, input) => ({ data: presentDelivery(await redeliver(tx, input)) })),
  implement(recoverWebhookDeliveries, async (tx, input) => ({ data: presentRecovery(await startRecovery(tx, input)) })),
]
