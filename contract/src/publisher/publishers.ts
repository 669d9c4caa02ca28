import { anyLogin, publisher } from '../access.ts'
import { described, Id, MaybeText, Nested, OneOf, Optional, shape, Text, Timestamp } from '../fields.ts'
import { family, Type } from '../kernel.ts'
import { Bilingual } from '../staff/consent.ts'
import { PUBLISHER_ROLES } from './roles.ts'

const { operation } = family('Publishers', { read: publisher('VIEWER', 'read'), write: publisher('OWNER') })

/** At most so many of one person. */
export const MOST_PUBLISHERS = 5

export const Role = OneOf(PUBLISHER_ROLES)
const website = Type.String({
  format: 'uri',
  pattern: '^https://',
  maxLength: 500,
  description: 'The home page, on the host that is to be verified.',
  'x-expects': 'a URL that starts with https://',
})
const name = described(
  Nested({ en: described(Text(1, 100), 'In English.'), ar: Optional(described(Text(1, 100), 'In Arabic.')) }),
  'As clinics are shown it. The developerName of its manifests is the English one.',
)
const supportEmail = Type.String({ format: 'email', maxLength: 200, description: 'Where clinics find help.' })

export const Publisher = shape('publisher', {
  id: Id,
  name: described(Bilingual, 'As clinics are shown it.'),
  website: Type.String({ description: 'The home page.' }),
  supportEmail: Type.String({ description: 'Where clinics find help.' }),
  verifiedHost: described(MaybeText, 'The host that has named the publisher as its own; null while none has.'),
  sandboxClinicId: described(Id, 'The clinic in which it tries its plugins.'),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})

const OwnPublisher = shape('ownPublisher', {
  id: Id,
  name: described(Bilingual, 'As clinics are shown it.'),
  sandboxClinicId: described(Id, 'The clinic in which it tries its plugins.'),
  role: described(Role, 'What the person is in it, or is invited as.'),
  memberId: described(Id, 'The membership, by which an invitation is accepted.'),
  accepted: Type.Boolean({ description: 'False where it is an invitation still.' }),
})

export const listOwnPublishers = operation({
  id: 'listOwnPublishers',
  route: 'GET /',
  access: anyLogin,
  summary: 'The publishers that the person belongs to, and those that have invited them',
  description: 'By name. An invitation is to the address that the person logs in with.',
  answer: 'all',
  returns: OwnPublisher,
})

export const createPublisher = operation({
  id: 'createPublisher',
  route: 'POST /',
  access: anyLogin,
  summary: 'Makes a publisher, with a sandbox clinic of its own',
  description: `The person is its owner, and the owner of the sandbox clinic. At most ${MOST_PUBLISHERS} of one person.`,
  input: { name, website, supportEmail },
  returns: Publisher,
  status: 201,
})

export const acceptPublisherMembership = operation({
  id: 'acceptPublisherMembership',
  route: 'POST /invitations/:memberId/accept',
  access: anyLogin,
  summary: 'Accepts to belong to a publisher',
  description: 'Until then nobody belongs to a publisher that has named their address.',
  input: { memberId: described(Id, 'The membership, as the list of the own publishers names it.') },
  changes: ['userId'],
  returns: shape('acceptedMembership', {
    id: described(Id, 'The membership.'),
    accepted: Type.Boolean({ description: 'That the person belongs to the publisher now.' }),
  }),
})

export const getPublisher = operation({
  id: 'getPublisher',
  route: 'GET /:publisherId',
  summary: 'The publisher',
  description: 'What it says of itself, and whether its host was verified.',
  input: { publisherId: Id },
  returns: Publisher,
})

export const updatePublisher = operation({
  id: 'updatePublisher',
  route: 'PATCH /:publisherId',
  summary: 'Changes what the publisher says of itself',
  description: 'With a website on another host the verification is gone.',
  input: {
    publisherId: Id,
    name: Optional(name),
    website: Optional(website),
    supportEmail: Optional(supportEmail),
  },
  returns: Publisher,
})

export const HOST_CHECK_RESULTS = ['VERIFIED', 'NOT_NAMED', 'UNREACHABLE'] as const

export const checkPublisherHost = operation({
  id: 'checkPublisherHost',
  route: 'POST /:publisherId/host-check',
  summary: 'Looks whether the host of the website names the publisher as its own',
  description:
    'Reads /.well-known/clinic-publisher.txt there, which names the publisher where one of its lines is the id of the publisher and nothing else. A host that names it no longer is not verified any more; one that cannot be reached stays what it was.',
  input: { publisherId: Id },
  changes: ['verifiedHost'],
  returns: shape('hostCheck', {
    id: described(Id, 'The publisher.'),
    url: Type.String({ description: 'What was read.' }),
    line: Type.String({ description: 'The line that has to be there.' }),
    result: described(OneOf(HOST_CHECK_RESULTS), 'What was found there.'),
    verifiedHost: described(MaybeText, 'The host that is verified now; null where none is.'),
  }),
  refuses: ['invalid_state_transition'],
})
