import type { Static } from '@clinic/contract/kernel.ts'
import { permissionsOf } from '@clinic/contract/staff/permissions.ts'
import type { Session } from '@clinic/contract/staff/session.ts'
import {
  confirmedUntil,
  currentClinic,
  mayEnter,
  type StaffClinic,
  type StaffSession,
} from '../domain/staff/session.ts'
import { presentUser } from './user.ts'

const presentSessionClinic = (
  session: StaffSession,
  clinic: StaffClinic,
): Static<typeof Session>['clinics'][number] => ({
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
