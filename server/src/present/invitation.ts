import type { Static } from '@clinic/contract/kernel.ts'
import type { listInvitations } from '@clinic/contract/staff/invitations.ts'
import type { Invitation } from '../domain/staff/invite.ts'

export const presentInvitation = (invitation: Invitation): Static<typeof listInvitations.returns> => ({
  id: invitation.id,
  email: invitation.email,
  role: invitation.role,
  practitionerId: invitation.practitioner_id,
  invitedById: invitation.invited_by,
  createdAt: invitation.created_at,
  expiresAt: invitation.expires_at,
})
