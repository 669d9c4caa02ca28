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
import { membersOf } from '../domain/staff/members.ts'
import { presentInvitation } from '../present/invitation.ts'
import { presentMember } from '../present/member.ts'
import { forAnybody, forClinic } from './implement-staff.ts'

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
