import { anyLogin, platform } from '../access.ts'
import {
  described,
  FreeMap,
  Id,
  MaybeId,
  MaybeText,
  Nested,
  OneOf,
  Optional,
  shape,
  Text,
  Timestamp,
} from '../fields.ts'
import { family, Type } from '../kernel.ts'
import { Difference } from '../publisher/versions.ts'
import { Bilingual } from '../staff/consent.ts'

const { operation } = family('Reviews', { read: platform('REVIEWER'), write: platform('REVIEWER') })

export const PLATFORM_ROLES = ['REVIEWER'] as const

export const getPlatformRoles = operation({
  id: 'getPlatformRoles',
  route: 'GET /me',
  access: anyLogin,
  summary: 'What the person may do on the platform itself',
  description:
    'Roles are given by an operator’s command alone. A reviewer acts with a login that proved a second factor.',
  returns: shape('platformRoles', {
    id: described(Id, 'The person.'),
    roles: Type.Array(OneOf(PLATFORM_ROLES), { description: 'Empty for almost everybody.' }),
  }),
})

const waiting = {
  id: described(Id, 'The version.'),
  slug: Type.String({ description: 'The plugin.' }),
  version: Type.String({ description: 'Its number, such as 1.4.0.' }),
  publisherId: described(Id, 'Who handed it in.'),
  publisherName: described(Bilingual, 'The same by name.'),
  verifiedHost: described(MaybeText, 'The host that has named the publisher as its own; null while none has.'),
  notes: described(MaybeText, 'What is new, as the publisher says.'),
  examId: described(MaybeId, 'The exam that it has passed; null where none is known.'),
  submittedAt: described(Timestamp, 'When it was handed in, as a UTC instant.'),
}
export const WaitingVersion = shape('waitingVersion', waiting)
export const WaitingVersionWhole = shape('waitingVersionWhole', {
  ...waiting,
  icon: described(MaybeText, 'The path of its picture on this server; null where it has none.'),
  manifest: described(FreeMap, 'As it was uploaded.'),
  difference: Difference,
})

export const listReviews = operation({
  id: 'listReviews',
  route: 'GET /reviews',
  summary: 'The versions that wait for a decision, the oldest first',
  description: 'Each was handed in by its publisher with every condition met.',
  answer: 'all',
  returns: WaitingVersion,
})

export const getReview = operation({
  id: 'getReview',
  route: 'GET /versions/:id',
  summary: 'A version that waits for a decision, with its manifest and what it changes',
  description: 'The difference is from the version that is published.',
  input: { id: Id },
  returns: WaitingVersionWhole,
})

export const decideReview = operation({
  id: 'decideReview',
  route: 'POST /versions/:id/decide',
  stepUp: true,
  summary: 'Publishes a version that waits, or rejects it',
  description:
    'The publisher is written to, with the reason. A rejected version is final: the next one has another number. Nobody decides about what a publisher of theirs has made.',
  input: {
    id: Id,
    decision: described(OneOf(['APPROVED', 'REJECTED']), 'APPROVED: every clinic finds it from now on.'),
    reason: Optional(
      described(
        Nested({ en: described(Text(1, 2000), 'In English.'), ar: Optional(described(Text(1, 2000), 'In Arabic.')) }),
        'Why; what is rejected needs one.',
      ),
    ),
  },
  changes: ['state'],
  returns: shape('decidedReview', {
    id: described(Id, 'The version.'),
    state: described(OneOf(['PUBLISHED', 'REJECTED']), 'What it is now.'),
  }),
  refuses: ['invalid_state_transition', 'not_publishable', 'not_permitted'],
})
