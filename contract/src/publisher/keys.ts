import { publisher } from '../access.ts'
import { described, Id, MaybeTimestamp, OneOf, Optional, shape, Text, Timestamp } from '../fields.ts'
import { family, Type } from '../kernel.ts'
import { PUBLISHER_RIGHTS } from './roles.ts'

const { operation } = family('Keys', { read: publisher('DEVELOPER'), write: publisher('DEVELOPER') })

/** At most so many of a publisher work at the same time. */
export const MOST_KEYS = 20

const Rights = Type.Array(OneOf(PUBLISHER_RIGHTS), {
  minItems: 1,
  uniqueItems: true,
  description: 'What may be done with it: read, test (upload and try versions), publish.',
})

const keyFields = {
  id: Id,
  name: Type.String({ description: 'What it is for.' }),
  rights: Rights,
  hint: Type.String({ description: 'How it begins; the rest is not kept.' }),
  createdBy: described(Id, 'Who made it: id of a person.'),
  createdAt: Timestamp,
  expiresAt: Timestamp,
  lastUsedAt: described(
    MaybeTimestamp,
    'When it was last used, to the minute, as a UTC instant; null where it never was.',
  ),
  revokedAt: described(MaybeTimestamp, 'When it was ended, as a UTC instant; null where it was not.'),
}
const Key = shape('publisherKey', keyFields)
const KeyWithText = shape('publisherKeyWithText', {
  ...keyFields,
  key: Type.String({ description: 'The key itself. Shown this once.' }),
})

export const listPublisherKeys = operation({
  id: 'listPublisherKeys',
  route: 'GET /:publisherId/keys',
  summary: 'The keys of the publisher, newest first, without their text',
  description: 'Those that ended are listed, too, with when.',
  input: { publisherId: Id },
  answer: 'all',
  returns: Key,
})

export const createPublisherKey = operation({
  id: 'createPublisherKey',
  route: 'POST /:publisherId/keys',
  stepUp: true,
  summary: 'Makes a key for a program of the publisher',
  description: `Never for more than its maker may do: the right publish is given by owners alone. At most ${MOST_KEYS} work at the same time.`,
  input: {
    publisherId: Id,
    name: described(Text(1, 80), 'What it is for.'),
    rights: Rights,
    expiresInDays: Optional(
      Type.Integer({ minimum: 1, maximum: 365, default: 90, description: 'Days until it ends.' }),
    ),
  },
  returns: KeyWithText,
  status: 201,
  refuses: ['not_permitted'],
})

export const revokePublisherKey = operation({
  id: 'revokePublisherKey',
  route: 'DELETE /:publisherId/keys/:id',
  summary: 'Ends a key: from the next request on it is refused',
  description: 'It cannot be taken back; the other keys work on.',
  input: { publisherId: Id, id: Id },
  returns: Key,
})
