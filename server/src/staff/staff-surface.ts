import { isInClinic } from '@clinic/contract/access.ts'
import { permissionIn } from '@clinic/contract/field-rights.ts'
import type { Operation } from '@clinic/contract/kernel.ts'
import { BACKGROUND_HEADER } from '@clinic/contract/staff/live.ts'
import { CLINIC_HEADER, staffDocument } from '@clinic/contract/staff/openapi.ts'
import { isPermitted, type Permission, type StaffRole } from '@clinic/contract/staff/permissions.ts'
import { STAFF_SENTENCES } from '@clinic/contract/staff-errors.ts'
import type { FastifyRequest } from 'fastify'
import {
  clinicOf,
  confirmedUntil,
  currentClinic,
  mayEnter,
  type StaffClinic,
  type StaffSession,
} from '../domain/staff/session.ts'
import type { StaffDeps } from '../domain/staff/staff-deps.ts'
import { recently } from '../http/recently.ts'
import type { Strangers } from '../http/strangers.ts'
import type { Surface } from '../http/surface.ts'
import type { CountedRecords } from '../kernel/counted-records.ts'
import { refuse } from '../kernel/errors.ts'
import type { Caller, ClinicFacts } from '../kernel/tx.ts'
import { recordOutside } from './record-outside.ts'
import { requireOrigin } from './require-origin.ts'
import type { SessionCookie } from './session-cookie.ts'
import { refuseWithout, sightGuard } from './sight-guard.ts'
import { requireSession, visitOf } from './visit.ts'

export interface StaffSurfaceDeps extends StaffDeps {
  cookie: SessionCookie
  strangers: Strangers
  /** The pages that changes are taken from. */
  origins: ReadonlySet<string>
  countedRecords: CountedRecords
}

/** What a request of the console is known by: nothing, where the operation asks for no login. */
type Known =
  | {
      token: string
      session: StaffSession
      /** The clinic that the request says it is about. */
      named: string | undefined
      /** Where the request came from. */
      address: string
    }
  | undefined

const BACKGROUND = BACKGROUND_HEADER.toLowerCase()

/** The console's own API: the session of a person, who may do in a clinic what their role there permits. */
export function staffSurface(deps: StaffSurfaceDeps): Surface<Known> {
  const { cookie, origins } = deps

  async function authenticate({ access }: Operation, request: FastifyRequest): Promise<Known> {
    if (access.by === 'anybody') return undefined
    const token = cookie.read(request) ?? refuse('unauthenticated')
    const named = isInClinic(access) ? request.headers[CLINIC_HEADER.toLowerCase()]?.toString() : undefined
    const session = await requireSession(deps, token, { named, prolongs: request.headers[BACKGROUND] !== 'true' })
    const clinic = named === undefined ? currentClinic(session) : clinicOf(session, named)
    if (clinic) request.asker = { clinic: { id: clinic.company_id } }
    return { token, session, named, address: request.address }
  }

  return {
    document: staffDocument,
    wording: { sentences: STAFF_SENTENCES, challenges: {} },
    recently: recently(),
    keepsRefusals: false,
    first: request => requireOrigin(origins, request),
    authenticate,
    authenticateAgain: authenticate,
    admit(operation, known) {
      const { session, named, address } = known ?? refuse('unauthenticated')
      const at = named === undefined ? entered(session) : worksAt(session, named)
      requirePermitted(operation, at)
      requireBranch(operation, at)
      requireStepUp(operation, session)
      return {
        clinic: factsOf(at),
        caller: memberCaller(session, at, address),
        grantVersion: null,
        showsRestricted: showsRestricted(operation, at.role),
      }
    },
    guard: sightGuard,
    receive(operation, known, request, reply) {
      if (known) requireStepUp(operation, known.session)
      const visit = visitOf(deps, request, reply)
      if (known) visit.isBy({ userId: known.session.user_id, sessionId: known.session.session_id })
      return { ...visit, ...known }
    },
    recordOutside: (given, done) => recordOutside(deps, given, done),
  }
}

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
    address,
  },
})

const holdsAs =
  (role: StaffRole): Caller['holds'] =>
  right => {
    const permission = permissionIn(right)
    return permission === undefined || isPermitted(role, permission)
  }

/** The clinic that a request names, where the person works there and the login is enough for it. */
function worksAt(session: StaffSession, named: string): StaffClinic {
  const clinic = clinicOf(session, named) ?? refuse('not_found', { resource: 'clinic' })
  return mayEnter(session, clinic) ? clinic : refuse('second_factor_required')
}

/** The clinic that the person entered, for a request that names none. */
const entered = (session: StaffSession): StaffClinic => currentClinic(session) ?? refuseOutside(session)

function requirePermitted({ access }: Operation, { role }: StaffClinic): void {
  if (access.by === 'membership') return
  if (access.by !== 'permission') refuse('not_permitted')
  if (!access.permissions.some(permission => isPermitted(role, permission))) refuseWithout(access)
}

/** What shows records of branches has nothing for a member who sees none. */
function requireBranch({ sight }: Operation, { all_branches, branch_ids }: StaffClinic): void {
  if (sight !== 'clinic' && !all_branches && branch_ids.length === 0) refuse('no_branch')
}

function requireStepUp({ stepUp }: Operation, session: StaffSession): void {
  if (stepUp && confirmedUntil(session) === null) refuse('step_up_required')
}

/** Says what keeps a person out who has one clinic to go to, or that they have to choose. */
function refuseOutside(session: StaffSession): never {
  const [only, ...others] = session.clinics
  return only && others.length === 0 && !mayEnter(session, only)
    ? refuse('second_factor_required')
    : refuse('clinic_required')
}
