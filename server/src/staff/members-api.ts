import {
  acceptInvitation,
  getInvitation,
  invite,
  listInvitations,
  withdrawInvitation,
} from '@clinic/contract/staff/invitations.ts'
import { listMembers, updateMember } from '@clinic/contract/staff/members.ts'
import * as acceptance from '../domain/staff/accept-invitation.ts'
import { changeMember } from '../domain/staff/change-member.ts'
import * as invitations from '../domain/staff/invite.ts'
import { type Member, membersOf } from '../domain/staff/members.ts'
import { implement } from '../kernel/implement.ts'

const presentMember = (member: Member) => ({
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

const presentInvitation = (invitation: invitations.Invitation) => ({
  id: invitation.id,
  email: invitation.email,
  role: invitation.role,
  practitionerId: invitation.practitioner_id,
  invitedById: invitation.invited_by,
  createdAt: invitation.created_at,
  expiresAt: invitation.expires_at,
})

/** Who works in the clinic, and how people come to. */
export const membersApi = [
  implement(listMembers, async tx => ({ data: (await membersOf(tx)).map(presentMember) })),
  implement(updateMember, async (tx, change) => {
    const { member, ended } = await changeMember(tx, change)
    return { data: presentMember(member), changed: ended }
  }),
  implement(listInvitations, async tx => ({ data: (await invitations.pendingInvitations(tx)).map(presentInvitation) })),
  implement(invite, async (tx, { practitionerId = null, ...wish }) => ({
    data: presentInvitation(await invitations.invite(tx, { ...wish, practitionerId })),
  })),
  implement(withdrawInvitation, async (tx, { id }) => {
    await invitations.withdrawInvitation(tx, id)
    return { data: { id, withdrawn: true } }
  }),
  implement(getInvitation, async (visit, { token }) => {
    const offer = await acceptance.invitationOffer(visit, token)
    const { email, clinic_name: clinicName, clinic_name_ar: clinicNameAr, role, has_account: hasAccount } = offer
    return { data: { email, clinicName, clinicNameAr, role, hasAccount } }
  }),
  implement(acceptInvitation, async (visit, input) => {
    const { email } = await acceptance.acceptInvitation(visit, { ...input, address: visit.address })
    return { data: { email, accepted: true } }
  }),
]
