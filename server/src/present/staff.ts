import type { Static } from '@clinic/contract/kernel.ts'
import { listInvitations } from '@clinic/contract/staff/invitations.ts'
import { listMembers } from '@clinic/contract/staff/members.ts'
import { permissionsOf } from '@clinic/contract/staff/permissions.ts'
import type { listSessions, Session, User } from '@clinic/contract/staff/session.ts'
import type { Invitation } from '../domain/staff/invite.ts'
import type { Member } from '../domain/staff/members.ts'
import type { OpenSession } from '../domain/staff/own-sessions.ts'
import {
  confirmedUntil,
  currentClinic,
  mayEnter,
  type StaffClinic,
  type StaffSession,
} from '../domain/staff/session.ts'
import { presenter } from '../kernel/presenter.ts'
import { clockOf } from './clock.ts'

export const presentMember = presenter<Member, typeof listMembers.returns>(listMembers.returns)

export const presentInvitation = presenter<Invitation, typeof listInvitations.returns>(listInvitations.returns, {
  invitedById: 'invited_by',
})

/** The person of a session. */
export const presentUser = (session: StaffSession): Static<typeof User> => ({
  id: session.user_id,
  email: session.email,
  name: session.name,
  nameAr: session.name_ar,
  language: session.language,
  density: session.density,
  digits: session.digits,
  shortcuts: session.shortcuts,
  secondFactorEnrolled: session.second_factor_enrolled,
})

const presentSessionClinic = (
  session: StaffSession,
  clinic: StaffClinic,
): Static<typeof Session>['clinics'][number] => ({
  id: clinic.company_id,
  name: clinic.name,
  nameAr: clinic.name_ar,
  sandbox: clinic.sandbox,
  timeZone: clinic.time_zone,
  clock: clockOf(clinic.facts),
  role: clinic.role,
  practitionerId: clinic.practitioner_id,
  secondFactorRequired: clinic.second_factor_required,
  /** False where the clinic asks for a second factor that the login lacks. */
  mayEnter: mayEnter(session, clinic),
})

/** Who is logged in, where they work and as what, and the clinic they are in. */
export function presentSession(session: StaffSession): Static<typeof Session> {
  const current = currentClinic(session)
  return {
    id: session.session_id,
    state: session.state,
    user: presentUser(session),
    clinics: session.clinics.map(clinic => presentSessionClinic(session, clinic)),
    clinic: current ? presentSessionClinic(session, current) : null,
    permissions: current ? permissionsOf(current.role) : [],
    confirmedUntil: confirmedUntil(session),
    endsAt: session.absolute_end,
  }
}

export const presentOpenSession = (session: OpenSession): Static<typeof listSessions.returns> => ({
  id: session.id,
  current: session.current,
  createdAt: session.created_at,
  lastSeenAt: session.last_seen_at,
  address: session.address,
  userAgent: session.user_agent,
})
