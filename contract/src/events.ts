import { anyToken } from './access.ts'
import { EVENT_TYPES } from './event-types.ts'
import { described, FreeMap, Id, OneOf, Optional, resource, Timestamp } from './fields.ts'
import { family, Type } from './kernel.ts'
import { Code, ofTier } from './tiers.ts'

/** The webhook envelope itself, as it was sent (specification, Webhook event envelope). */
export const Event = resource('event', {
  id: Id,
  type: Code,
  apiVersion: Code,
  createdAt: Timestamp,
  companyId: Id,
  data: ofTier('platform', FreeMap),
  previousAttributes: Optional(ofTier('platform', FreeMap)),
})

const { listing, operation } = family('Events', { read: anyToken })

export const listEvents = listing({
  id: 'listEvents',
  route: 'GET /events',
  summary: 'List events',
  description:
    'The events of the last 30 days of the types that the installation was granted, newest first. Some changes have no event of their own, such as another assignee of a lead: a list with updatedAfter shows every one.',
  paging: 'Page',
  refuses: ['not_found'],
  filters: {
    type: OneOf(EVENT_TYPES),
    after: described(Id, 'Id of an event: only what happened after it, oldest first.'),
    wait: Type.Integer({
      minimum: 0,
      maximum: 30,
      description:
        'Seconds to wait for an event where there is none yet. In a sandbox clinic alone; elsewhere it is refused.',
    }),
  },
  returns: Event,
})

export const getEvent = operation({
  id: 'getEvent',
  route: 'GET /events/:id',
  summary: 'Get an event',
  description: 'One event of those that the installation was granted, as it is posted to webhook endpoints.',
  input: { id: Id },
  returns: Event,
})
