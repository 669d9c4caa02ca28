import type { Static } from '@clinic/contract/kernel.ts'
import type { listMembers } from '@clinic/contract/staff/members.ts'
import type { Member } from '../domain/staff/members.ts'

export const presentMember = (member: Member): Static<typeof listMembers.returns> => ({
  userId: member.user_id,
  email: member.email,
  name: member.name,
  nameAr: member.name_ar,
  role: member.role,
  active: member.active,
  practitionerId: member.practitioner_id,
  secondFactorEnrolled: member.second_factor_enrolled,
  lastSeenAt: member.last_seen_at,
  createdAt: member.created_at,
})
