import { publisher } from '../access.ts'
import { described, Id, MaybeId, MaybeTimestamp, OneOf, shape, Timestamp } from '../fields.ts'
import { family, Type } from '../kernel.ts'
import { Role } from './publishers.ts'

const { operation } = family('Team', { read: publisher('OWNER'), write: publisher('OWNER') })

const Member = shape('publisherMember', {
  id: Id,
  email: Type.String({ description: 'The address that the person logs in with.' }),
  userId: described(MaybeId, 'The person; null until the invitation is accepted.'),
  role: described(Role, 'What the person is in the publisher.'),
  state: described(OneOf(['INVITED', 'ACTIVE']), 'INVITED until the person has accepted.'),
  invitedAt: described(
    MaybeTimestamp,
    'When the person was last invited, as a UTC instant; null for who made the publisher.',
  ),
  createdAt: Timestamp,
})

export const listPublisherMembers = operation({
  id: 'listPublisherMembers',
  route: 'GET /:publisherId/members',
  summary: 'Who belongs to the publisher, and who is invited to',
  description: 'By address.',
  input: { publisherId: Id },
  answer: 'all',
  returns: Member,
})

export const addPublisherMember = operation({
  id: 'addPublisherMember',
  route: 'POST /:publisherId/members',
  stepUp: true,
  summary: 'Invites a person to belong to the publisher',
  description:
    'By a mail that says who invites, to what, and what to do: with a login to accept, without one to make it first. Whoever logs in with the address finds the invitation in the list of their publishers, too. The answer does not tell whether anybody does. Called again for an address that has not accepted, it says the role anew and mails again, once an hour at most; a publisher mails 20 invitations a day.',
  input: {
    publisherId: Id,
    email: Type.String({ format: 'email', maxLength: 254, description: 'The address that the person logs in with.' }),
    role: described(Role, 'OWNER publishes, DEVELOPER uploads and tests, VIEWER reads.'),
  },
  returns: Member,
  status: 201,
  refuses: ['already_member'],
})

export const changePublisherMember = operation({
  id: 'changePublisherMember',
  route: 'PATCH /:publisherId/members/:id',
  stepUp: true,
  summary: 'Changes what a person is in the publisher',
  description: 'Keys that the person made and could not make as what they are now end with it.',
  input: { publisherId: Id, id: Id, role: described(Role, 'What the person is from now on.') },
  returns: Member,
  refuses: ['last_owner'],
})

export const removePublisherMember = operation({
  id: 'removePublisherMember',
  route: 'DELETE /:publisherId/members/:id',
  stepUp: true,
  summary: 'Removes a person from the publisher, or takes an invitation back',
  description: 'They are out with the next request, of the sandbox clinic too, and the keys that they made end.',
  input: { publisherId: Id, id: Id },
  changes: ['role'],
  returns: shape('removedMember', {
    id: described(Id, 'The membership.'),
    removed: Type.Boolean({ description: 'That the person is out.' }),
  }),
  refuses: ['last_owner'],
})
