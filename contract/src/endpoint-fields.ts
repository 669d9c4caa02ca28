import type { Issue } from './errors.ts'
import { EVENT_TYPES } from './event-types.ts'
import { described, OneOf, Optional, Timestamp } from './fields.ts'
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

/** The span of what an endpoint missed. */
export const missedSpan = {
  since: described(Timestamp, 'Inclusive; at most 30 days ago.'),
  until: Optional(described(Timestamp, 'Exclusive; default now.')),
  eventTypes: Optional(Type.Array(EventTypeName, { minItems: 1, description: 'Default: all it subscribes to.' })),
}

export const laterThanSince = ({ since, until }: Record<string, unknown>): Issue[] =>
  typeof since === 'string' && typeof until === 'string' && Date.parse(until) <= Date.parse(since)
    ? [{ path: '/until', code: 'not_after_since', message: 'must be later than since' }]
    : []
