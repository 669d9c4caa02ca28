import { EVENT_TYPES } from './event-types.ts'
import { OneOf } from './fields.ts'
import { Type } from './kernel.ts'

export const EventTypeName = OneOf(EVENT_TYPES)

/** Where an endpoint is, and what it is told of, as who makes it says. */
export const EndpointUrl = Type.String({
  format: 'uri',
  maxLength: 2000,
  description: 'A public https address; http and local addresses only for a test installation.',
})
export const EndpointEvents = Type.Array(EventTypeName, {
  minItems: 1,
  description: 'Event types that the installation was granted.',
})
