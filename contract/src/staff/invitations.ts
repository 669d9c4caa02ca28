import { anybody, permission } from '../access.ts'
import { Id, MaybeId, MaybeText, Optional, shape, Text, Timestamp } from '../fields.ts'
import { family, Type } from '../kernel.ts'
import { NewPassword } from './account.ts'
import { AllBranches, Role } from './members.ts'
import { LinkToken } from './password-resets.ts'

const manage = permission('members:manage')
const { operation } = family('Invitations', { read: manage, write: manage, sight: 'clinic' })

const Invitation = shape('invitation', {
  id: Id,
  email: Type.String(),
  role: Role,
  practitionerId: MaybeId,
  allBranches: AllBranches,
  invitedById: Id,
  createdAt: Timestamp,
  expiresAt: Timestamp,
})

export const listInvitations = operation({
  id: 'listInvitations',
  route: 'GET /invitations',
  summary: 'Invitations that can still be accepted',
  description: 'Those that were accepted or withdrawn or have expired are not listed.',
  answer: 'all',
  returns: Invitation,
})

export const invite = operation({
  id: 'invite',
  route: 'POST /invitations',
  stepUp: true,
  summary: 'Invites a person to work in the clinic, by e-mail',
  description:
    'The link is good once, for seven days, and no longer than the member who sent it may send it. A further invitation of the same address replaces the earlier one.',
  input: {
    email: Type.String({ format: 'email', maxLength: 254 }),
    role: Role,
    practitionerId: Optional(MaybeId),
    allBranches: Optional(AllBranches),
  },
  returns: Invitation,
  status: 201,
  refuses: ['already_member', 'not_permitted', 'not_found'],
})

export const withdrawInvitation = operation({
  id: 'withdrawInvitation',
  route: 'DELETE /invitations/:id',
  stepUp: true,
  summary: 'Withdraws an invitation',
  description: 'Its link is no good from then on. Withdrawing it again does nothing.',
  input: { id: Id },
  changes: ['withdrawnAt'],
  returns: shape('withdrawnInvitation', { id: Id, withdrawn: Type.Boolean() }),
})

export const getInvitation = operation({
  id: 'getInvitation',
  route: 'GET /invitation-offers/:token',
  access: anybody,
  summary: 'What an invitation is for',
  description:
    'Asked for by the token of the mailed link, before anybody has logged in: which clinic, which role, and whether a login exists.',
  input: { token: LinkToken },
  returns: shape('invitationOffer', {
    email: Type.String(),
    clinicName: Type.String(),
    clinicNameAr: MaybeText,
    role: Role,
    hasAccount: Type.Boolean({ description: 'Whether a person logs in with this e-mail address already.' }),
  }),
  refuses: ['not_found'],
})

export const acceptInvitation = operation({
  id: 'acceptInvitation',
  route: 'POST /invitation-offers/:token/accept',
  access: anybody,
  summary: 'Accepts an invitation',
  description:
    'Name and password are needed where there is no login with the e-mail address yet, and ignored otherwise.',
  input: { token: LinkToken, name: Optional(Text(1, 120)), password: Optional(NewPassword) },
  changes: ['acceptedAt'],
  returns: shape('acceptedInvitation', { email: Type.String(), accepted: Type.Boolean() }),
  refuses: ['not_found'],
})
