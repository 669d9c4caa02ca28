import type { Operation } from '@clinic/contract/kernel.ts'
import { PLATFORM_SENTENCES, platformDocument } from '@clinic/contract/platform/openapi.ts'
import type { FastifyRequest } from 'fastify'
import { sql } from '../db/statement.ts'
import { confirmedUntil, type StaffSession } from '../domain/staff/session.ts'
import type { RateLimiter } from '../http/rate-limit.ts'
import type { Surface } from '../http/surface.ts'
import { refuse } from '../kernel/errors.ts'
import { PLATFORM } from '../kernel/platform-facts.ts'
import { requireOrigin } from '../staff/require-origin.ts'
import type { StaffSurfaceDeps } from '../staff/staff-surface.ts'
import { requireSession, visitOf } from '../staff/visit.ts'

interface PlatformSurfaceDeps extends Omit<StaffSurfaceDeps, 'countedRecords' | 'findClinic'> {
  rateLimiter: RateLimiter
}

/** A person by the session of the console, with what they may do here. */
interface Known {
  token: string
  session: StaffSession
  role: string | null
  address: string
}

const roleOf = sql<{ role: string | null }>('select platform_role_of($1) as role')

/** The platform's own API, for logins that an operator has given a role; what they do is recorded as the platform's. */
export function platformSurface(deps: PlatformSurfaceDeps): Surface<Known> {
  const { cookie, origins, rateLimiter } = deps

  async function authenticate(_operation: Operation, request: FastifyRequest): Promise<Known> {
    const token = cookie.read(request) ?? refuse('unauthenticated')
    const session = await requireSession(deps, token)
    const [found] = await deps.run(roleOf([session.user_id]))
    return { token, session, role: found?.role ?? null, address: request.address }
  }

  return {
    document: platformDocument,
    wording: { sentences: PLATFORM_SENTENCES, challenges: {} },
    keepsRefusals: false,
    first: request => requireOrigin(origins, request),
    authenticate,
    authenticateAgain: authenticate,
    countRate: ({ rateClass }, { session }) => rateLimiter.take(session.user_id, rateClass),
    admit({ access, stepUp }, { session, role, address }) {
      if (access.by !== 'platform' || role !== access.role)
        return refuse('not_permitted', access.by === 'platform' ? { permission: access.role } : undefined)
      if (session.second_factor_at === null) refuse('second_factor_required')
      if (stepUp && confirmedUntil(session) === null) refuse('step_up_required')
      const { name, user_id: id, session_id: tokenId, second_factor_at: secondFactorAt } = session
      const sees = { practitionerId: null, sight: { allBranches: true, branchIds: [] } }
      const isBy = { name, role: 'admin' as const, secondFactorAt, confirmedUntil: confirmedUntil(session) }
      const person = { ...isBy, address, ...sees }
      return { clinic: PLATFORM, caller: { kind: 'staff', id, tokenId, person, holds: () => true }, grantVersion: null }
    },
    receive: (_operation, { token, session }, request, reply) => ({ ...visitOf(deps, request, reply), token, session }),
  }
}
