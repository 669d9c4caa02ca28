import { isPermitted } from '@clinic/contract/staff/permissions.ts'
import type { StaffOperation } from '@clinic/contract/staff/staff-operation.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  confirmedUntil,
  currentClinic,
  mayEnter,
  type StaffClinic,
  type StaffSession,
  sessionOf,
} from '../domain/staff/session.ts'
import type { StaffDeps } from '../domain/staff/staff-deps.ts'
import { refuse } from '../kernel/errors.ts'
import { refuseStaff } from '../kernel/staff-refusal.ts'
import type { Transactions } from '../kernel/transactions.ts'
import type { ClinicFacts } from '../kernel/tx.ts'
import type { SessionCookie } from './session-cookie.ts'

export interface StaffApiDeps extends StaffDeps {
  cookie: SessionCookie
  /** Where a request came from. */
  addressOf(request: FastifyRequest): string
  transactions: Pick<Transactions, 'read' | 'write'>
  findClinic(companyId: string): Promise<ClinicFacts | undefined>
}

/** A request of the console, of whomever. */
export interface Call {
  request: FastifyRequest
  reply: FastifyReply
  address: string
}

/** A request of somebody whose login is complete. */
export interface LoginCall extends Call {
  token: string
  session: StaffSession
}

/** A request of somebody in the clinic that they entered. */
export interface ClinicCall extends LoginCall {
  clinic: StaffClinic
}

/** The session of a login that is complete. */
export async function requireSession(deps: StaffDeps, token: string): Promise<StaffSession> {
  const session = (await sessionOf(deps, token)) ?? refuse('unauthenticated')
  return session.state === 'ok' ? session : refuseStaff('second_factor_required')
}

/** Lets in whoever is logged in and, where the operation asks for it, has just proved it again. */
export async function admitLogin(deps: StaffApiDeps, operation: StaffOperation, call: Call): Promise<LoginCall> {
  const token = deps.cookie.read(call.request) ?? refuse('unauthenticated')
  const session = await requireSession(deps, token)
  if (operation.access === 'login') requireStepUp(operation, session)
  return { ...call, token, session }
}

/** Lets in whoever is in a clinic and may do this there. */
export async function admitToClinic(deps: StaffApiDeps, operation: StaffOperation, call: Call): Promise<ClinicCall> {
  const admitted = await admitLogin(deps, operation, call)
  const { session } = admitted
  const clinic = currentClinic(session) ?? refuseOutside(session)
  const { access } = operation
  if (access !== 'anybody' && access !== 'login' && access !== 'clinic' && !isPermitted(clinic.role, access))
    refuseStaff('not_permitted', { permission: access })
  requireStepUp(operation, session)
  return { ...admitted, clinic }
}

function requireStepUp({ stepUp }: StaffOperation, session: StaffSession): void {
  if (stepUp && confirmedUntil(session) === null) refuseStaff('step_up_required')
}

/** Says what keeps somebody out who has one clinic to go to, or that they have to choose. */
function refuseOutside(session: StaffSession): never {
  const [only, ...others] = session.clinics
  return only && others.length === 0 && !mayEnter(session, only)
    ? refuseStaff('second_factor_required')
    : refuseStaff('clinic_required')
}
