import { permissionIn } from '@clinic/contract/field-rights.ts'
import type { Operation } from '@clinic/contract/kernel.ts'
import { isPermitted, type Permission, type StaffRole } from '@clinic/contract/staff/permissions.ts'
import { confirmedUntil, type StaffClinic, type StaffSession } from '../domain/staff/session.ts'
import type { Admission } from '../http/surface.ts'
import type { Caller, ClinicFacts } from '../kernel/tx.ts'

/** What those do who see to erasures, and who saw what of a patient: for others a restricted file is not there. */
const SHOWING_RESTRICTED: readonly Permission[] = ['privacy:manage', 'privacy:finish', 'audit:read']

const showsRestricted = ({ access }: Operation, role: StaffRole): boolean =>
  access.by === 'permission' &&
  access.permissions.every(name => SHOWING_RESTRICTED.includes(name)) &&
  isPermitted(role, 'privacy:manage')

const factsOf = (clinic: StaffClinic): ClinicFacts => ({
  id: clinic.company_id,
  country: clinic.facts.country,
  currency: clinic.facts.currency,
  timeZone: clinic.time_zone,
  taxPercent: clinic.facts.tax_percent,
  sandbox: clinic.sandbox,
  clockOffsetMs: clinic.facts.clock_offset_ms,
  resets: clinic.facts.resets,
})

/** A member, who sees every field of a record in sight but those that ask for a permission. */
const memberCaller = (session: StaffSession, clinic: StaffClinic, address: string): Caller => ({
  kind: 'staff',
  id: session.user_id,
  tokenId: session.session_id,
  holds: holdsAs(clinic.role),
  person: {
    name: session.name,
    role: clinic.role,
    practitionerId: clinic.practitioner_id,
    sight: { allBranches: clinic.all_branches, branchIds: clinic.branch_ids },
    secondFactorAt: session.second_factor_at,
    confirmedUntil: confirmedUntil(session),
    address,
  },
})

const holdsAs =
  (role: StaffRole): Caller['holds'] =>
  right => {
    const permission = permissionIn(right)
    return permission === undefined || isPermitted(role, permission)
  }

/** A member who was let in, as the login shows them now. */
export const memberAdmission = (
  operation: Operation,
  session: StaffSession,
  { clinic, address }: { clinic: StaffClinic; address: string },
): Admission => ({
  clinic: factsOf(clinic),
  caller: memberCaller(session, clinic, address),
  grantVersion: null,
  showsRestricted: showsRestricted(operation, clinic.role),
})
