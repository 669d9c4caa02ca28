import { permission } from '../access.ts'
import { Id, MaybeId, MaybeText, MaybeTimestamp, OneOf, Optional, shape, Timestamp } from '../fields.ts'
import { family, Type } from '../kernel.ts'
import { STAFF_ROLES } from './permissions.ts'

const manage = permission('members:manage')
const { operation } = family('Members', { read: manage, write: manage })

export const Role = OneOf(STAFF_ROLES)

const Member = shape('member', {
  userId: Id,
  email: Type.String(),
  name: Type.String(),
  nameAr: MaybeText,
  role: Role,
  active: Type.Boolean(),
  practitionerId: MaybeId,
  secondFactorEnrolled: Type.Boolean(),
  lastSeenAt: MaybeTimestamp,
  createdAt: Timestamp,
})

export const listMembers = operation({
  id: 'listMembers',
  route: 'GET /members',
  summary: 'Who works in the clinic, and as what',
  answer: 'all',
  returns: Member,
})

export const updateMember = operation({
  id: 'updateMember',
  route: 'PATCH /members/:userId',
  stepUp: true,
  summary: 'Changes a role, or disables or enables a member of this clinic',
  description:
    'A disabled member is out of the clinic with the next request, and the assistants that they connected there are disconnected. Owners are changed and made by owners alone.',
  input: { userId: Id, role: Optional(Role), active: Optional(Type.Boolean()) },
  returns: Member,
  refuses: ['last_owner', 'not_permitted'],
})
