import { permission } from '../access.ts'
import { described, Id, MaybeId, MaybeText, MaybeTimestamp, OneOf, Optional, shape, Timestamp } from '../fields.ts'
import { family, Type } from '../kernel.ts'
import { STAFF_ROLES } from './permissions.ts'

const manage = permission('members:manage')
const { operation } = family('Members', { read: manage, write: manage, sight: 'clinic' })

export const Role = OneOf(STAFF_ROLES)
export const AllBranches = Type.Boolean({
  description: 'Whether they see every branch, as owners and admins do in any case; else those of their practitioner.',
})

const Member = shape('member', {
  userId: Id,
  email: Type.String(),
  name: Type.String(),
  nameAr: MaybeText,
  role: Role,
  active: Type.Boolean(),
  practitionerId: described(MaybeId, 'Who they are on the list of practitioners; null where they are not on it.'),
  allBranches: AllBranches,
  branchIds: Type.Array(Id, {
    description: 'Where their practitioner works: what they see unless they see every branch. Where it is empty, none.',
  }),
  secondFactorEnrolled: Type.Boolean(),
  lastSeenAt: MaybeTimestamp,
  createdAt: Timestamp,
})

export const listMembers = operation({
  id: 'listMembers',
  route: 'GET /members',
  summary: 'Who works in the clinic, and as what',
  description: 'Disabled members included; with their role, their branches and whether they enrolled a second factor.',
  answer: 'all',
  returns: Member,
})

export const updateMember = operation({
  id: 'updateMember',
  route: 'PATCH /members/:userId',
  stepUp: true,
  summary: 'Changes a role or which branches are seen, or disables or enables a member of this clinic',
  description:
    'A disabled member is out of the clinic with the next request, and the assistants that they connected there are disconnected. Invitations that a member may not send any more, being disabled or of another role, are withdrawn. Owners are changed and made by owners alone.',
  input: {
    userId: Id,
    role: Optional(Role),
    active: Optional(Type.Boolean()),
    practitionerId: Optional(MaybeId),
    allBranches: Optional(AllBranches),
  },
  returns: Member,
  refuses: ['last_owner', 'not_permitted', 'not_found'],
})
