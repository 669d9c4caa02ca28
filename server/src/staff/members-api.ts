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
import { implement } from '../kernel/implement.ts'
import { presented } from '../kernel/record-operations.ts'
import { presentInvitation, presentMember } from '../present/staff.ts'

/** Who works in the clinic, and how people come to. */
export const membersApi = [
  implement(listMembers, async tx => ({ data: (await membersOf(tx)).map(row => presentMember(row, tx.clinic)) })),
  implement(updateMember, async (tx, change) => {
    const { member, ended } = await changeMember(tx, change)
    return { data: presentMember(member, tx.clinic), changed: ended }
  }),
  implement(listInvitations, async tx => ({
    data: (await invitations.pendingInvitations(tx)).map(row => presentInvitation(row, tx.clinic)),
  })),
  implement(invite, presented(invitations.invite, presentInvitation)),
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
    const { email } = await acceptance.acceptInvitation(visit, input)
    return { data: { email, accepted: true } }
  }),
]
