import { permission } from '../access.ts'
import { EndpointEvents, EndpointUrl } from '../endpoint-fields.ts'
import { Id, Optional } from '../fields.ts'
import { family, Type } from '../kernel.ts'
import { WebhookEndpoint, WebhookEndpointWithSecret } from '../webhook-endpoints.ts'

const manage = permission('plugins:manage')
const { operation } = family('Plugin endpoints', { read: manage, write: manage, sight: 'clinic' })

export const listPluginEndpoints = operation({
  id: 'listPluginEndpoints',
  route: 'GET /installations/:id/endpoints',
  summary: 'Where the events go that a plugin is told, newest first',
  description: 'With the events of each, and why one was switched off.',
  input: { id: Id },
  answer: 'all',
  returns: WebhookEndpoint,
})

export const createPluginEndpoint = operation({
  id: 'createPluginEndpoint',
  route: 'POST /installations/:id/endpoints',
  stepUp: true,
  summary: 'Adds an address that events are sent to',
  description: 'For events that the plugin was granted. The signing secret is in this answer alone.',
  input: { id: Id, url: EndpointUrl, events: EndpointEvents },
  returns: WebhookEndpointWithSecret,
  status: 201,
  refuses: ['event_not_granted', 'destination_not_allowed', 'invalid_state_transition'],
})

export const updatePluginEndpoint = operation({
  id: 'updatePluginEndpoint',
  route: 'PATCH /installations/:id/endpoints/:endpointId',
  stepUp: true,
  summary: 'Changes an address, its events, or switches it off and on',
  description: 'What is queued for one that is switched off is skipped, and can be recovered.',
  input: {
    id: Id,
    endpointId: Id,
    url: Optional(EndpointUrl),
    events: Optional(EndpointEvents),
    active: Optional(Type.Boolean()),
  },
  returns: WebhookEndpoint,
  refuses: ['event_not_granted', 'destination_not_allowed'],
})

export const deletePluginEndpoint = operation({
  id: 'deletePluginEndpoint',
  route: 'DELETE /installations/:id/endpoints/:endpointId',
  summary: 'Removes an address; nothing more is sent to it',
  description: 'What is queued for it is skipped.',
  input: { id: Id, endpointId: Id },
  returns: WebhookEndpoint,
})

export const rotatePluginEndpointSecret = operation({
  id: 'rotatePluginEndpointSecret',
  route: 'POST /installations/:id/endpoints/:endpointId/rotate-secret',
  stepUp: true,
  summary: 'Replaces the signing secret of an address',
  description: 'For 24 hours requests are signed with the old secret as well.',
  input: { id: Id, endpointId: Id },
  returns: WebhookEndpointWithSecret,
})
