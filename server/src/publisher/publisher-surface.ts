import type { ByPublisher } from '@clinic/contract/access.ts'
import { isRecord } from '@clinic/contract/json-schema.ts'
import type { Operation } from '@clinic/contract/kernel.ts'
import { PUBLISHER_SENTENCES, publisherDocument } from '@clinic/contract/publisher/openapi.ts'
import { isAtLeast, type PublisherRole } from '@clinic/contract/publisher/roles.ts'
import type { StaffRole } from '@clinic/contract/staff/permissions.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { clinicOfInstallation, grantOfKey, type KeyGrant, ownRole } from '../domain/publishers/publisher-access.ts'
import { confirmedUntil, type StaffSession } from '../domain/staff/session.ts'
import type { RateLimiter } from '../http/rate-limit.ts'
import type { Surface } from '../http/surface.ts'
import { refuse } from '../kernel/errors.ts'
import type { Caller, ClinicFacts } from '../kernel/tx.ts'
import { requireOrigin } from '../staff/require-origin.ts'
import type { StaffSurfaceDeps } from '../staff/staff-surface.ts'
import { requireSession, visitOf } from '../staff/visit.ts'

export interface PublisherSurfaceDeps extends Omit<StaffSurfaceDeps, 'countedRecords'> {
  rateLimiter: RateLimiter
  findClinic(companyId: string): Promise<ClinicFacts | undefined>
}

/** Who asks: a person with what they are in the publisher of the path, if any, or a program with a key of it. */
type Known =
  | { by: 'person'; token: string; session: StaffSession; address: string; at: Place | undefined; installation: string }
  | { by: 'key'; grant: KeyGrant; installation: string }
  | undefined

interface Place {
  company_id: string
  role: PublisherRole
}

const BEARER = /^Bearer ([^\s]+)$/i
/** What a person of a publisher is in its sandbox clinic, as the membership there says, too. */
const SANDBOX_ROLES: Readonly<Record<PublisherRole, StaffRole | undefined>> = {
  OWNER: 'owner',
  DEVELOPER: 'admin',
  VIEWER: undefined,
}

const inPath = ({ params }: FastifyRequest, name: string): string =>
  isRecord(params) && name in params ? String(params[name]) : ''
const publisherIn = (request: FastifyRequest): string => inPath(request, 'publisherId')

/** Without an id the path is that of the surface itself, which takes other methods. */
function requireId(request: FastifyRequest, reply: FastifyReply): void {
  if (publisherIn(request) !== '' || !request.routeOptions.url?.endsWith('/:publisherId')) return
  reply.header('allow', 'GET, HEAD, POST')
  refuse('method_not_allowed')
}

const unknownPublisher = () => refuse('not_found', { resource: 'publisher' })

/** The publishers' own API: people by the session of the console, programs by a key, each in one publisher. */
export function publisherSurface(deps: PublisherSurfaceDeps): Surface<Known> {
  const { cookie, origins, findClinic, rateLimiter } = deps

  async function byKey({ access }: Operation, authorization: string, request: FastifyRequest): Promise<Known> {
    const key = BEARER.exec(authorization)?.[1] ?? refuse('unauthenticated')
    const grant = (await grantOfKey(deps, key)) ?? refuse('unauthenticated')
    if (access.by !== 'publisher') return refuse('unauthenticated')
    if (grant.publisher_id !== publisherIn(request)) return unknownPublisher()
    return { by: 'key', grant, installation: inPath(request, 'installationId') }
  }

  async function byPerson({ access }: Operation, request: FastifyRequest): Promise<Known> {
    requireOrigin(origins, request)
    const token = cookie.read(request) ?? refuse('unauthenticated')
    const session = await requireSession(deps, token)
    const installation = inPath(request, 'installationId')
    const known = { by: 'person', token, session, address: request.address, installation } as const
    if (access.by !== 'publisher') return { ...known, at: undefined }
    return { ...known, at: (await ownRole(deps, token, publisherIn(request))) ?? unknownPublisher() }
  }

  /** A browser sends no key by itself, so what comes with one comes from no page of another site. */
  async function authenticate(operation: Operation, request: FastifyRequest): Promise<Known> {
    if (operation.access.by === 'anybody') return undefined
    const { authorization } = request.headers
    const known = await (authorization === undefined
      ? byPerson(operation, request)
      : byKey(operation, authorization, request))
    const companyId = known?.by === 'key' ? known.grant.company_id : known?.at?.company_id
    if (companyId !== undefined) request.asker = { clinic: { id: companyId } }
    return known
  }

  return {
    document: publisherDocument,
    wording: { sentences: PUBLISHER_SENTENCES, challenges: {}, challenge: 'Bearer' },
    keepsRefusals: false,
    first: requireId,
    authenticate,
    authenticateAgain: authenticate,
    countRate: ({ rateClass }, known) =>
      known && rateLimiter.take(known.by === 'key' ? known.grant.key_id : known.session.user_id, rateClass),
    async admit(operation, known) {
      const { access } = operation
      if (!known || access.by !== 'publisher') return refuse('unauthenticated')
      const caller = known.by === 'key' ? ofKey(access, known.grant) : ofPerson(operation, access, known)
      const own = (known.by === 'key' ? known.grant.company_id : known.at?.company_id) ?? unknownPublisher()
      const there = access.atInstallation ? await clinicOfInstallation(deps, own, known.installation) : own
      const clinic = (await findClinic(there)) ?? unknownPublisher()
      return { clinic, caller: there === own ? caller : abroad(caller), grantVersion: null }
    },
    receive(operation, known, request, reply) {
      if (known?.by === 'person') requireStepUp(operation, known.session)
      const visit = visitOf(deps, request, reply)
      return known?.by === 'person' ? { ...visit, token: known.token, session: known.session } : visit
    },
  }
}

const holds = () => true

/** In a clinic a person of the publisher is none of its own: what they do there the publisher does. */
const abroad = ({ id, tokenId }: Caller): Caller => ({ kind: 'publisher', id, tokenId, holds })

function ofKey({ role, right }: ByPublisher, { key_id, rights }: KeyGrant): Caller {
  if (right === null || !rights.includes(right)) refuse('not_permitted', { permission: role })
  return { kind: 'publisher', id: key_id, tokenId: key_id, holds }
}

function ofPerson(
  operation: Operation,
  { role }: ByPublisher,
  { session, at, address }: Extract<Known, { by: 'person' }>,
): Caller {
  if (!at || !isAtLeast(at.role, role)) return refuse('not_permitted', { permission: role })
  requireStepUp(operation, session)
  const sandboxRole = SANDBOX_ROLES[at.role]
  const person = sandboxRole && {
    name: session.name,
    role: sandboxRole,
    practitionerId: null,
    // What they are in their sandbox sees every branch.
    sight: { allBranches: true, branchIds: [] },
    secondFactorAt: session.second_factor_at,
    confirmedUntil: confirmedUntil(session),
    address,
  }
  return { kind: 'staff', id: session.user_id, tokenId: session.session_id, ...(person && { person }), holds }
}

function requireStepUp({ stepUp }: Operation, session: StaffSession): void {
  if (stepUp && confirmedUntil(session) === null) refuse('step_up_required')
}
