import { EVENT_TYPES } from '@clinic/contract/event-types.ts'
import type { Static } from '@clinic/contract/kernel.ts'
import type { WebhookEndpoint, WebhookEndpointWithSecret } from '@clinic/contract/webhook-endpoints.ts'
import type { EndpointWithSecret } from '../domain/webhooks/add-endpoint.ts'
import type { EndpointRow } from '../domain/webhooks/own-endpoint.ts'
import { wordOf } from '../kernel/values/word-of.ts'

const eventTypeOf = wordOf(EVENT_TYPES)
const modeOf = wordOf(['LIVE', 'TEST'])

export const presentWebhookEndpoint = (row: EndpointRow): Static<typeof WebhookEndpoint> => ({
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

export const presentWebhookEndpointWithSecret = ({
  endpoint,
  secret,
}: EndpointWithSecret): Static<typeof WebhookEndpointWithSecret> => ({
  ...presentWebhookEndpoint(endpoint),
  signingSecret: secret,
})
