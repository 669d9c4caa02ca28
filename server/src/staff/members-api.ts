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
import { forAnybody, forClinic } from './implement-staff.ts'

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
  forClinic(listMembers, async tx => ({ data: (await membersOf(tx)).map(presentMember) })),
  forClinic(updateMember, async (tx, change) => {
    const { member, ended } = await changeMember(tx, change)
    return { data: presentMember(member), ended }
  }),
  forClinic(listInvitations, async tx => ({ data: (await invitations.pendingInvitations(tx)).map(presentInvitation) })),
  forClinic(invite, async (tx, { practitionerId = null, ...wish }) => ({
    data: presentInvitation(await invitations.invite(tx, { ...wish, practitionerId })),
  })),
  forClinic(withdrawInvitation, async (tx, { id }) => {
    await invitations.withdrawInvitation(tx, id)
    return { data: { id, withdrawn: true } }
  }),
  forAnybody(getInvitation, async (deps, { token }) => {
    const offer = await acceptance.invitationOffer(deps, token)
    const { email, clinic_name: clinicName, clinic_name_ar: clinicNameAr, role, has_account: hasAccount } = offer
    return { data: { email, clinicName, clinicNameAr, role, hasAccount } }
  }),
  forAnybody(acceptInvitation, async (deps, input, { address }) => {
    const { email } = await acceptance.acceptInvitation(deps, { ...input, address })
    return { data: { email, accepted: true } }
  }),
]
