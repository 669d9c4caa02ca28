import { atInstallation, publisher } from '../access.ts'
import { EventTypeName, laterThanSince, missedSpan } from '../endpoint-fields.ts'
import { described, Id, OneOf, Optional } from '../fields.ts'
import { family, Type } from '../kernel.ts'
import {
  AttemptWithRequest,
  DELIVERY_ERRORS,
  EventWithDeliveries,
  MissedCount,
  PluginDelivery,
  Recovery,
} from '../staff/deliveries.ts'
import { DELIVERY_ORIGINS, DELIVERY_STATUSES, WebhookEndpoint } from '../webhook-endpoints.ts'

const { operation, listing } = family('Own deliveries', {
  read: atInstallation(publisher('VIEWER', 'read')),
  write: atInstallation(publisher('DEVELOPER', 'test')),
})

const MASKED = 'Of a clinic that does not share them, ids of records are masked.'
const which = { publisherId: Id, installationId: Id }
const endpoint = { ...which, endpointId: Id }
const AT = '/:publisherId/installations/:installationId'

export const listOwnEndpoints = operation({
  id: 'listOwnEndpoints',
  route: `GET ${AT}/endpoints`,
  summary: 'Where the events go that an installation is told, newest first',
  description: 'With the events of each, and why one was switched off.',
  input: which,
  answer: 'all',
  returns: WebhookEndpoint,
})

export const listOwnDeliveries = listing({
  id: 'listOwnDeliveries',
  route: `GET ${AT}/deliveries`,
  summary: 'What was sent to an installation, newest first',
  description: 'The deliveries of the last 30 days to every address that there is still.',
  paging: 'Dated',
  path: which,
  filters: {
    endpointId: described(Id, 'The address that it is sent to.'),
    type: described(EventTypeName, 'Of events of this type.'),
    status: described(OneOf(DELIVERY_STATUSES), 'How they went.'),
    origin: described(OneOf(DELIVERY_ORIGINS), 'What caused them.'),
    error: described(OneOf(DELIVERY_ERRORS), 'Why the last attempt did not arrive.'),
  },
  returns: PluginDelivery,
})

export const getOwnEvent = operation({
  id: 'getOwnEvent',
  route: `GET ${AT}/events/:eventId`,
  summary: 'An event that was sent to an installation, with what came of it',
  description: `To which of its addresses, how often it was tried, and what came of each attempt. ${MASKED}`,
  input: { ...which, eventId: Id },
  returns: EventWithDeliveries,
})

export const getOwnAttempt = operation({
  id: 'getOwnAttempt',
  route: `GET ${AT}/deliveries/:deliveryId/attempts/:number`,
  summary: 'What was sent in one attempt, and what came of it',
  description: `The request is built anew from the event: it is not stored. ${MASKED}`,
  input: { ...which, deliveryId: Id, number: described(Type.Integer({ minimum: 1, maximum: 1000 }), 'From 1.') },
  returns: AttemptWithRequest,
})

export const resendOwnDelivery = operation({
  id: 'resendOwnDelivery',
  route: `POST ${AT}/deliveries/:deliveryId/resend`,
  summary: 'Sends an event again to where an earlier delivery went',
  description: 'A new delivery of the same event. Not while the first attempt is still to come.',
  input: { ...which, deliveryId: Id },
  changes: ['status'],
  returns: PluginDelivery,
  refuses: ['invalid_state_transition'],
})

export const countOwnMissedEvents = operation({
  id: 'countOwnMissedEvents',
  route: `GET ${AT}/endpoints/:endpointId/recover-count`,
  summary: 'How many events of a span an address has missed',
  description: 'Recovering the same span delivers as many, where none arrives in between.',
  input: { ...endpoint, ...missedSpan },
  returns: MissedCount,
  check: laterThanSince,
  heavy: true,
  refuses: ['event_not_granted'],
})

export const recoverOwnEvents = operation({
  id: 'recoverOwnEvents',
  route: `POST ${AT}/endpoints/:endpointId/recover`,
  summary: 'Delivers again what an address has missed in a span',
  description: 'In the background; the recoveries of the address say how far it is.',
  input: { ...endpoint, ...missedSpan },
  returns: Recovery,
  check: laterThanSince,
  refuses: ['event_not_granted', 'invalid_state_transition'],
})

export const listOwnRecoveries = operation({
  id: 'listOwnRecoveries',
  route: `GET ${AT}/endpoints/:endpointId/recoveries`,
  summary: 'The latest recoveries of an address, and how far each is',
  description: 'The last twenty, newest first.',
  input: endpoint,
  answer: 'all',
  returns: Recovery,
})

export const sendOwnTestEvent = operation({
  id: 'sendOwnTestEvent',
  route: `POST ${AT}/endpoints/:endpointId/test-event`,
  summary: 'Sends the example of an event to an address',
  description: 'Signed and delivered as any other, with Service-Event-Test: true. Its ids name no records.',
  input: {
    ...endpoint,
    eventType: Optional(described(EventTypeName, 'Default: the first that the address is told of.')),
  },
  returns: PluginDelivery,
  refuses: ['event_not_granted'],
})
