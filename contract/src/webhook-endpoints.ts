import { scope } from './access.ts'
import { EndpointEvents, EndpointUrl, EventTypeName, laterThanSince, missedSpan } from './endpoint-fields.ts'
import { EVENT_TYPES } from './event-types.ts'
import {
  allOptional,
  described,
  Id,
  MaybeInteger,
  MaybeTimestamp,
  Nullable,
  OneOf,
  Optional,
  resource,
  Timestamp,
} from './fields.ts'
import { family, Type } from './kernel.ts'
import { Code, MaybeCode } from './tiers.ts'

const endpointFields = {
  id: Id,
  url: Code,
  events: Type.Array(EventTypeName),
  mode: OneOf(['LIVE', 'TEST']),
  active: Type.Boolean(),
  disabledReason: MaybeCode,
  consecutiveFailures: Type.Integer({ description: 'Exhausted deliveries in a row.' }),
  createdAt: Timestamp,
  updatedAt: Timestamp,
}

export const WebhookEndpoint = resource('webhook_endpoint', endpointFields)

/** The only two answers that hold the secret: creating an endpoint and rotating its secret. */
export const WebhookEndpointWithSecret = resource(
  'webhook_endpoint',
  { ...endpointFields, signingSecret: described(Code, 'Shown once. Begins with whsec_.') },
  'webhook_endpoint_with_secret',
)

/** FAILED: an attempt failed, more will follow. SKIPPED: the endpoint was disabled; recoverable. */
export const DELIVERY_STATUSES = ['PENDING', 'SUCCEEDED', 'FAILED', 'EXHAUSTED', 'SKIPPED'] as const
export const DeliveryStatus = OneOf(DELIVERY_STATUSES)

export const DELIVERY_ORIGINS = ['EVENT', 'TEST', 'REDELIVERY', 'RECOVERY'] as const
const Origin = described(OneOf(DELIVERY_ORIGINS), 'What caused it: a change, a test, or that it was sent again.')

export const deliveryFields = {
  id: Id,
  eventId: Id,
  eventType: Code,
  origin: Origin,
  status: DeliveryStatus,
  attempts: Type.Integer(),
  responseStatus: MaybeInteger,
  errorMessage: described(MaybeCode, 'A class of error, such as timeout, dns, tls or http_status.'),
  lastAttemptAt: MaybeTimestamp,
  nextRetryAt: MaybeTimestamp,
  durationMs: MaybeInteger,
  createdAt: Timestamp,
}

export const WebhookDelivery = resource('webhook_delivery', deliveryFields)

export const WebhookDeliveryReceipt = resource(
  'webhook_delivery',
  { id: Id, status: DeliveryStatus },
  'webhook_delivery_receipt',
)

/** A recovery under way: every event of the span that the endpoint has not received is delivered again. */
export const WebhookRecovery = resource('webhook_recovery', {
  id: Id,
  webhookEndpointId: Id,
  since: Timestamp,
  until: Timestamp,
  eventTypes: Nullable(Type.Array(Code)),
  status: OneOf(['QUEUED', 'RUNNING', 'COMPLETED']),
  deliveries: Type.Integer({ description: 'Deliveries created so far.' }),
  createdAt: Timestamp,
})

const manage = scope('webhooks:manage')
const { listing, operation } = family('Webhook endpoints', { read: manage, write: manage })

const wish = { url: EndpointUrl, events: EndpointEvents }

const testEventType = described(OneOf(EVENT_TYPES), 'Default: the first event type the endpoint subscribes to.')

export const listWebhookEndpoints = operation({
  id: 'listWebhookEndpoints',
  route: 'GET /webhook-endpoints',
  summary: 'List webhook endpoints',
  description: 'All of them, without paging.',
  returns: WebhookEndpoint,
  answer: 'all',
})

export const createWebhookEndpoint = operation({
  id: 'createWebhookEndpoint',
  route: 'POST /webhook-endpoints',
  summary: 'Create a webhook endpoint',
  description: 'The answer holds signingSecret. Keep it: it is not shown again.',
  input: wish,
  returns: WebhookEndpointWithSecret,
  status: 201,
  refuses: ['event_not_granted', 'destination_not_allowed'],
})

export const getWebhookEndpoint = operation({
  id: 'getWebhookEndpoint',
  route: 'GET /webhook-endpoints/:id',
  summary: 'Get a webhook endpoint',
  description: 'Whether it is still active, and what it subscribes to. Its signing secret is not shown.',
  input: { id: Id },
  returns: WebhookEndpoint,
})

export const updateWebhookEndpoint = operation({
  id: 'updateWebhookEndpoint',
  route: 'PATCH /webhook-endpoints/:id',
  summary: 'Update a webhook endpoint',
  description: 'active true enables it again after it was disabled and sets consecutiveFailures back to 0.',
  input: { id: Id, ...allOptional(wish), active: Optional(Type.Boolean()) },
  returns: WebhookEndpoint,
  refuses: ['event_not_granted', 'destination_not_allowed'],
})

export const deleteWebhookEndpoint = operation({
  id: 'deleteWebhookEndpoint',
  route: 'DELETE /webhook-endpoints/:id',
  summary: 'Delete a webhook endpoint',
  description: 'Nothing more is sent to it. Answers the endpoint as it was, with active false.',
  input: { id: Id },
  returns: WebhookEndpoint,
})

export const rotateWebhookEndpointSecret = operation({
  id: 'rotateWebhookEndpointSecret',
  route: 'POST /webhook-endpoints/:id/rotate-secret',
  summary: 'Rotate the signing secret',
  description: 'Answers the new signingSecret. For 24 hours requests are signed with the old secret as well.',
  input: { id: Id },
  returns: WebhookEndpointWithSecret,
})

export const listWebhookDeliveries = listing({
  id: 'listWebhookDeliveries',
  route: 'GET /webhook-endpoints/:id/deliveries',
  summary: 'List the deliveries of a webhook endpoint',
  description: 'What was posted to it, with the last answer to each. For events that seem to be missing.',
  paging: 'Page',
  path: { id: Id },
  returns: WebhookDelivery,
})

export const sendTestEvent = operation({
  id: 'sendTestEvent',
  route: 'POST /webhook-endpoints/:id/test-event',
  summary: 'Send a test event',
  description:
    'Sends the example of an event type through the ordinary signing and delivery, and leaves a delivery record with origin TEST. The request carries Service-Event-Test: true; its ids are those of the example and name no records.',
  input: { id: Id, eventType: Optional(testEventType) },
  returns: WebhookDeliveryReceipt,
  refuses: ['event_not_granted'],
})

export const redeliverWebhookDelivery = operation({
  id: 'redeliverWebhookDelivery',
  route: 'POST /webhook-endpoints/:id/deliveries/:deliveryId/redeliver',
  summary: 'Deliver an event again',
  description: 'Creates a new delivery of the same event, with the same event id.',
  input: { id: Id, deliveryId: Id },
  returns: WebhookDelivery,
  refuses: ['invalid_state_transition'],
})

export const recoverWebhookDeliveries = operation({
  id: 'recoverWebhookDeliveries',
  route: 'POST /webhook-endpoints/:id/recover',
  summary: 'Recover missed events',
  description: 'Delivers again, in the background, every event of the span that it subscribes to and missed.',
  input: {
    id: Id,
    ...missedSpan,
  },
  returns: WebhookRecovery,
  check: laterThanSince,
  refuses: ['event_not_granted', 'invalid_state_transition'],
})
