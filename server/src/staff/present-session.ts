import { permissionsOf } from '@clinic/contract/staff/permissions.ts'
import {
  confirmedUntil,
  currentClinic,
  mayEnter,
  type StaffClinic,
  type StaffSession,
} from '../domain/staff/session.ts'

const presentClinic = (session: StaffSession, clinic: StaffClinic) => ({
  id: clinic.company_id,
  name: clinic.name,
  nameAr: clinic.name_ar,
  sandbox: clinic.sandbox,
  role: clinic.role,
  practitionerId: clinic.practitioner_id,
  secondFactorRequired: clinic.second_factor_required,
  /** False where the clinic asks for a second factor that the login lacks. */
  mayEnter: mayEnter(session, clinic),
})

/** The person of a session. */
export const presentUser = (session: StaffSession) => ({
  id: session.user_id,
  email: session.email,
  name: session.name,
  nameAr: session.name_ar,
  language: session.language,
  secondFactorEnrolled: session.second_factor_enrolled,
})

/** Who is logged in, where they work and as what, and the clinic they are in. */
export function presentSession(session: StaffSession) {
  const current = currentClinic(session)
  return {
    id: session.session_id,
    state: session.state,
    user: presentUser(session),
    clinics: session.clinics.map(clinic => presentClinic(session, clinic)),
    clinic: current ? presentClinic(session, current) : null,
    permissions: current ? permissionsOf(current.role) : [],
    confirmedUntil: confirmedUntil(session),
    endsAt: session.absolute_end,
  }
}
