import { isInClinic } from '@clinic/contract/access.ts'
import type { Operation } from '@clinic/contract/kernel.ts'
import { BACKGROUND_HEADER } from '@clinic/contract/staff/live.ts'
import { CLINIC_HEADER, staffDocument } from '@clinic/contract/staff/openapi.ts'
import { isPermitted } from '@clinic/contract/staff/permissions.ts'
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
import { requireHere } from '../kernel/misdirected.ts'
import { memberAdmission } from './member-admission.ts'
import { recordOutside } from './record-outside.ts'
import { requireOrigin } from './require-origin.ts'
import type { SessionCookie } from './session-cookie.ts'
import { refuseWithout, sightGuard } from './sight-guard.ts'
import { versionGuard } from './version-guard.ts'
import { requireSession, visitOf } from './visit.ts'

export interface StaffSurfaceDeps extends StaffDeps {
  cookie: SessionCookie
  strangers: Strangers
  /** The pages that changes are taken from. */
  origins: ReadonlySet<string>
  countedRecords: CountedRecords
  /** Which cell this is; null where control is. */
  cell: string | null
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
      requireHere(deps, at.facts)
      requirePermitted(operation, at)
      requireBranch(operation, at)
      requireStepUp(operation, session)
      return memberAdmission(operation, session, { clinic: at, address })
    },
    guard: operation => inOrder(stepUpGuard(operation), inOrder(sightGuard(operation), versionGuard(operation))),
    receive(operation, known, request, reply) {
      if (known) requireStepUp(operation, known.session)
      const visit = visitOf(deps, request, reply)
      if (known) visit.isBy({ userId: known.session.user_id, sessionId: known.session.session_id })
      return { ...visit, ...known }
    },
    recordOutside: (given, done) => recordOutside(deps, given, done),
  }
}

type Guard = ReturnType<NonNullable<Surface['guard']>>

/** What both ask; nothing where neither asks anything. */
const inOrder = (first: Guard, then: Guard): Guard =>
  first && then
    ? async (tx, input) => {
        await first(tx, input)
        await then(tx, input)
      }
    : (first ?? then)

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

/** What some fields ask for alone is asked once the input is read. */
const stepUpGuard = ({ stepUpFor }: Operation): Guard =>
  stepUpFor &&
  (async ({ caller }, input) => {
    const isConfirmed = (caller.person?.confirmedUntil ?? null) !== null
    if (!isConfirmed && stepUpFor.some(field => input[field] !== undefined)) refuse('step_up_required')
  })

/** Says what keeps a person out who has one clinic to go to, or that they have to choose. */
function refuseOutside(session: StaffSession): never {
  const [only, ...others] = session.clinics
  return only && others.length === 0 && !mayEnter(session, only)
    ? refuse('second_factor_required')
    : refuse('clinic_required')
}
