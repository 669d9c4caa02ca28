import { EVENT_TYPES } from '@clinic/contract/event-types.ts'
import type { Event } from '@clinic/contract/events.ts'
import type { Static } from '@clinic/contract/kernel.ts'
import {
  DELIVERY_ORIGINS,
  WebhookDelivery,
  WebhookEndpoint,
  type WebhookEndpointWithSecret,
  WebhookRecovery,
} from '@clinic/contract/webhook-endpoints.ts'
import type { TableRow } from '../db/tables.ts'
import type { EndpointWithSecret } from '../domain/webhooks/add-endpoint.ts'
import type { DeliveryRow } from '../domain/webhooks/delivery.ts'
import { envelopeOf, type StoredEvent } from '../domain/webhooks/envelope.ts'
import { type Presenter, presenter } from '../kernel/presenter.ts'
import { wordOf } from '../kernel/values/word-of.ts'

const eventTypeOf = wordOf(EVENT_TYPES)
const originOf = wordOf(DELIVERY_ORIGINS)

export const presentWebhookEndpoint = presenter<TableRow<'webhook_endpoint'>, typeof WebhookEndpoint>(WebhookEndpoint, {
  events: row => row.events.map(eventTypeOf),
})

export const presentWebhookEndpointWithSecret: Presenter<
  EndpointWithSecret,
  Static<typeof WebhookEndpointWithSecret>
> = ({ endpoint, secret }, clinic) => ({ ...presentWebhookEndpoint(endpoint, clinic), signingSecret: secret })

export const presentWebhookDelivery = presenter<DeliveryRow, typeof WebhookDelivery>(WebhookDelivery, {
  origin: row => originOf(row.origin),
  errorMessage: 'error_class',
})

export const presentWebhookRecovery = presenter<TableRow<'webhook_recovery'>, typeof WebhookRecovery>(WebhookRecovery, {
  webhookEndpointId: 'endpoint_id',
})

export const presentEvent = (row: StoredEvent): Static<typeof Event> => ({ object: 'event', ...envelopeOf(row) })
