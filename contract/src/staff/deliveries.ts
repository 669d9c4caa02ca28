import { permission } from '../access.ts'
import { EventTypeName, laterThanSince, missedSpan } from '../endpoint-fields.ts'
import { Event } from '../events.ts'
import {
  described,
  Id,
  MaybeInteger,
  MaybeText,
  Nested,
  Nullable,
  OneOf,
  Optional,
  shape,
  Timestamp,
} from '../fields.ts'
import { family, Type } from '../kernel.ts'
import { DELIVERY_ORIGINS, DELIVERY_STATUSES, deliveryFields, WebhookRecovery } from '../webhook-endpoints.ts'

const manage = permission('plugins:manage')
const { listing, operation } = family('Deliveries', { read: manage, write: manage, sight: 'clinic' })

/** Of a delivery that failed or waits, why its last attempt did not arrive. */
export const DELIVERY_ERRORS = [
  ...(['timeout', 'connection_refused', 'connection_reset', 'tls', 'dns', 'blocked_address'] as const),
  ...(['http_status', 'protocol'] as const),
] as const

const whose = {
  installationId: described(Id, 'The plugin that is told.'),
  endpointId: described(Id, 'The address that it is sent to.'),
}

export const PluginDelivery = shape('pluginDelivery', { ...deliveryFields, ...whose })

const attemptFields = {
  number: Type.Integer({ description: 'From 1.' }),
  at: Timestamp,
  responseStatus: described(MaybeInteger, 'The HTTP status of the answer; null where none came.'),
  errorMessage: described(MaybeText, 'The class of error; null where it arrived.'),
  durationMs: described(MaybeInteger, 'How long it took, in milliseconds; null where it was not measured.'),
}

export const DeliveryAttempt = shape('deliveryAttempt', attemptFields)

const EndpointOfEvent = shape('endpointOfEvent', {
  ...whose,
  url: Type.String({ description: 'Where it is now.' }),
  active: Type.Boolean({ description: 'Whether it is sent to at all.' }),
  deliveries: Type.Array(
    shape('deliveryWithAttempts', {
      ...deliveryFields,
      ...whose,
      attemptList: described(Type.Array(DeliveryAttempt), 'The attempts, oldest first.'),
    }),
    { description: 'What was sent there because of the event, oldest first; empty where nothing was.' },
  ),
})

export const EventWithDeliveries = shape('eventWithDeliveries', {
  id: Id,
  event: Event,
  endpoints: described(Type.Array(EndpointOfEvent), 'The addresses that are told of such events, or were of this one.'),
})

const Headers = Type.Array(shape('attemptHeader', { name: Type.String(), value: Type.String() }))

/** How an answer began, in which nothing is shown that could be used in the receiver's name. */
const AttemptResponse = Nested({
  headers: described(Headers, 'Of the answer; cookies and credentials are masked.'),
  body: Type.String({ description: 'Its first 2 KB, as text; credentials in it are masked.' }),
  cut: Type.Boolean({ description: 'Whether there was more.' }),
})

export const AttemptWithRequest = shape('attemptWithRequest', {
  id: described(Id, 'Of the delivery.'),
  ...attemptFields,
  event: Event,
  headers: described(Headers, 'Of the request, as they follow from the delivery; signatures are masked.'),
  response: described(
    Nullable(AttemptResponse),
    'How the answer began; null where none came or none was kept: for 14 days, and of at most 100 KB a minute of an address, beyond which failures alone are kept.',
  ),
  connectMs: described(MaybeInteger, 'Until a connection was there, in milliseconds; null where it was not measured.'),
  tlsMs: described(MaybeInteger, 'Of a new connection, how long TLS took, in milliseconds; null where it took none.'),
  firstByteMs: described(MaybeInteger, 'Until the answer began, in milliseconds; null where it was not measured.'),
})

export const Recovery = shape('recovery', {
  ...WebhookRecovery.properties,
  progress: Type.Number({ description: 'How much of the span was looked through, from 0 to 1.' }),
})

export const listDeliveries = listing({
  id: 'listDeliveries',
  route: 'GET /deliveries',
  summary: 'What was sent to the plugins of the clinic, newest first',
  description:
    'The deliveries of the last 30 days to every address that there is still. Those of one event are given with the event.',
  paging: 'Dated',
  filters: {
    ...whose,
    type: described(EventTypeName, 'Of events of this type.'),
    status: described(OneOf(DELIVERY_STATUSES), 'How they went.'),
    origin: described(OneOf(DELIVERY_ORIGINS), 'What caused them.'),
    error: described(OneOf(DELIVERY_ERRORS), 'Why the last attempt did not arrive.'),
  },
  returns: PluginDelivery,
})

export const listClinicEvents = listing({
  id: 'listClinicEvents',
  route: 'GET /events',
  summary: 'What happened in the clinic that plugins may be told of, newest first',
  description: 'The events of the last 30 days, whether any plugin is told of them or none.',
  paging: 'Dated',
  filters: { type: described(EventTypeName, 'Of this type.') },
  returns: Event,
})

export const getClinicEvent = operation({
  id: 'getClinicEvent',
  route: 'GET /events/:id',
  summary: 'An event with what was sent because of it',
  description: 'To which addresses, how often it was tried, and what came of each attempt. Test events are found, too.',
  input: { id: Id },
  returns: EventWithDeliveries,
})

export const getDeliveryAttempt = operation({
  id: 'getDeliveryAttempt',
  route: 'GET /deliveries/:id/attempts/:number',
  summary: 'What was sent in one attempt, and what came of it',
  description: 'The request is built anew from the event: it is not stored. For as long as the event is kept, 30 days.',
  input: { id: Id, number: described(Type.Integer({ minimum: 1, maximum: 1000 }), 'From 1.') },
  returns: AttemptWithRequest,
})

export const resendDelivery = operation({
  id: 'resendDelivery',
  route: 'POST /deliveries/:id/resend',
  summary: 'Sends an event again to where an earlier delivery went',
  description: 'A new delivery of the same event. Not while the first attempt is still to come.',
  input: { id: Id },
  returns: PluginDelivery,
  refuses: ['invalid_state_transition'],
})

export const countMissedEvents = operation({
  id: 'countMissedEvents',
  route: 'GET /endpoints/:id/recover-count',
  summary: 'How many events of a span an address has missed',
  description: 'Recovering the same span delivers as many, where none arrives in between.',
  input: { id: Id, ...missedSpan },
  returns: shape('missedCount', {
    id: described(Id, 'Of the address.'),
    since: described(Timestamp, 'Where the span begins.'),
    until: described(Timestamp, 'Give it when recovering: what happens later is not counted.'),
    missed: Type.Integer({ description: 'At most 10 000; whether there are more says more.' }),
    more: Type.Boolean({ description: 'Whether there are more than were counted.' }),
  }),
  check: laterThanSince,
  heavy: true,
  refuses: ['event_not_granted'],
})

export const recoverEvents = operation({
  id: 'recoverEvents',
  route: 'POST /endpoints/:id/recover',
  summary: 'Delivers again what an address has missed in a span',
  description: 'In the background; the recoveries of the address say how far it is.',
  input: { id: Id, ...missedSpan },
  returns: Recovery,
  check: laterThanSince,
  refuses: ['event_not_granted', 'invalid_state_transition'],
})

export const listRecoveries = operation({
  id: 'listRecoveries',
  route: 'GET /endpoints/:id/recoveries',
  summary: 'The latest recoveries of an address, and how far each is',
  description: 'The last twenty, newest first.',
  input: { id: Id },
  answer: 'all',
  returns: Recovery,
})

export const sendPluginTestEvent = operation({
  id: 'sendPluginTestEvent',
  route: 'POST /endpoints/:id/test-event',
  summary: 'Sends the example of an event to an address',
  description: 'Signed and delivered as any other, with Service-Event-Test: true. Its ids name no records.',
  input: { id: Id, eventType: Optional(described(EventTypeName, 'Default: the first that the address is told of.')) },
  returns: PluginDelivery,
  refuses: ['event_not_granted'],
})
