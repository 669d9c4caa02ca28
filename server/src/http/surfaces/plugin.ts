import type { ByScopes } from '@clinic/contract/access.ts'
import type { ErrorCode } from '@clinic/contract/errors.ts'
import type { Operation } from '@clinic/contract/kernel.ts'
import { pluginDocument } from '@clinic/contract/openapi/plugin-surface.ts'
import type { FastifyRequest } from 'fastify'
import type { RecordRefusal } from '../../kernel/audit.ts'
import { refuse } from '../../kernel/errors.ts'
import { refuseMisdirected } from '../../kernel/misdirected.ts'
import { ipAllowed } from '../../network/ip-allowlist.ts'
import { loggedRequest } from '../logged-request.ts'
import { PLUGIN_WORDING } from '../problems.ts'
import type { RateLimiter } from '../rate-limit.ts'
import type { RequestLog } from '../request-log.ts'
import type { Surface } from '../surface.ts'
import { disturb } from './faults.ts'
import type { Grant, Grants } from './grants.ts'
import type { TokenWatch } from './token-watch.ts'

const BEARER = /^Bearer ([^\s]+)$/i

/** The token that a request carries, or nothing. */
const bearerToken = (request: FastifyRequest): string | undefined =>
  BEARER.exec(request.headers.authorization ?? '')?.[1]

/** The checks of a token in the contract's order: token, address, installation. Answers what refuses it, if anything. */
function whyRefused(grant: Grant | undefined, address: string): ErrorCode | undefined {
  if (!grant) return 'unauthenticated'
  if (grant.revoked || grant.status === 'UNINSTALLED') return 'token_revoked'
  if (grant.expiresAtMs <= Date.now()) return 'token_expired'
  if (!ipAllowed(address, grant.ranges)) return 'ip_not_allowed'
  if (grant.status === 'SUSPENDED' || !grant.active) return 'installation_suspended'
  return undefined
}

function scopesOf({ id, access }: Operation): ByScopes {
  if (access.by === 'scopes') return access
  throw new Error(`${id} is declared for another surface: a plugin has scopes and nothing else.`)
}

function holdsScopes({ mode, scopes }: ByScopes, grant: Grant): boolean {
  if (scopes.length === 0) return true
  return mode === 'all' ? scopes.every(name => grant.scopes.has(name)) : scopes.some(name => grant.scopes.has(name))
}

interface PluginSurfaceDeps {
  grants: Grants
  rateLimiter: RateLimiter
  recordRefusal: RecordRefusal
  requestLog: Pick<RequestLog, 'add'>
  tokenWatch: TokenWatch
}

declare module 'fastify' {
  interface FastifyRequest {
    /** What the token of the request stands for, whether it let the request in or not. */
    grant: Grant | undefined
  }
}

/** Lets a request go wrong as its plugin asked for; the paths by which it asks are spared. */
const disturbed: Surface<Grant>['disturb'] = ({ path }, { faults }, request, reply) =>
  faults && !path.startsWith('/sandbox/') ? disturb(faults, request, reply) : undefined

/** The plugin API: a bearer token of an installation, which may do what its scopes say. */
export function pluginSurface(deps: PluginSurfaceDeps): Surface<Grant> {
  const { grants, rateLimiter, recordRefusal, requestLog, tokenWatch } = deps

  /** A refused token that an installation was given is recorded with its clinic; of any other token no clinic is known. */
  function requireStanding(grant: Grant | undefined, request: FastifyRequest): Grant {
    const { id, address } = request
    request.asker = grant
    request.grant = grant
    if (!grant) return refuse('unauthenticated')
    const { clinic, installationId, caller } = grant
    const code = whyRefused(grant, address)
    if (!code) {
      if (!grant.elsewhere) tokenWatch.used(grant, address)
      return grant
    }
    const who = { companyId: clinic.id, caller: `installation ${installationId}`, tokenId: caller.tokenId }
    recordRefusal({ ...who, requestId: id, address, code })
    tokenWatch.refused(grant, code, id)
    return refuse(code)
  }

  /** What is remembered and allows the request is asked about again by its first statement; what refuses it, now. */
  function find(operation: Operation, request: FastifyRequest) {
    const token = bearerToken(request)
    const found = token === undefined ? undefined : grants.find(token)
    if (token === undefined || !found || found instanceof Promise) return found
    const refused = whyRefused(found, request.address) !== undefined || !holdsScopes(scopesOf(operation), found)
    return refused || found.faults || found.elsewhere ? grants.findAgain(token) : found
  }

  return {
    document: pluginDocument,
    wording: PLUGIN_WORDING,
    keepsRefusals: true,
    authenticate(operation, request) {
      const found = find(operation, request)
      return found instanceof Promise
        ? found.then(grant => requireStanding(grant, request))
        : requireStanding(found, request)
    },
    async authenticateAgain(_operation, request) {
      const token = bearerToken(request)
      return requireStanding(token === undefined ? undefined : await grants.findAgain(token), request)
    },
    answered(operation) {
      const logged = loggedRequest(operation)
      return (request, reply) => {
        if (request.grant) requestLog.add(logged(request, reply, request.grant))
      }
    },
    countRate: ({ rateClass }, { installationId }) => rateLimiter.take(installationId, rateClass),
    disturb: disturbed,
    admit(operation, grant) {
      if (grant.elsewhere) return refuseMisdirected(grant.elsewhere)
      const wanted = scopesOf(operation)
      if (holdsScopes(wanted, grant)) return grant
      return refuse('insufficient_scope', { requiredScopes: wanted.scopes, mode: wanted.mode })
    },
  }
}
