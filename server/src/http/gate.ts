import type { Operation } from '@clinic/contract/kernel.ts'
import type { ScopeName } from '@clinic/contract/scopes.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '../kernel/errors.ts'
import { clientAddress, type IpRanges } from '../network/ip-allowlist.ts'
import { bearerToken, whyRefused } from './authenticate.ts'
import type { Grant, Grants } from './grants.ts'
import { requireKey } from './idempotency.ts'
import type { RateDecision, RateLimiter } from './rate-limit.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** What the request may do; set by the gate on every operation. */
    grant: Grant | undefined
    /** Where the request came from. */
    address: string
    idempotencyKey: string | null
  }
}

export interface GateDeps {
  grants: Grants
  rateLimiter: RateLimiter
  trustedProxies: IpRanges
}

/**
 * What a request passes before its body is read, in the contract's order: token, address, installation, rate, scope,
 * idempotency key (contract section 5).
 */
export function gate(operation: Operation, { grants, rateLimiter, trustedProxies }: GateDeps) {
  const needsKey = operation.method === 'POST'
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    request.address = clientAddress(request.socket.remoteAddress, request.headers['x-forwarded-for'], trustedProxies)
    const found = findGrant(operation, request, grants)
    const grant = admitted(found instanceof Promise ? await found : found, request)
    request.grant = grant
    const taken = rateLimiter.take(grant.installationId, operation.rateClass)
    admit(taken instanceof Promise ? await taken : taken, reply)
    requireScopes(operation, grant)
    request.idempotencyKey = needsKey ? requireKey(request.raw.headersDistinct['idempotency-key']) : null
  }
}

/** What is remembered and allows the request is asked about again by its first statement; what refuses it, at once. */
function findGrant(operation: Operation, request: FastifyRequest, grants: Grants) {
  const token = bearerToken(request)
  const found = token === undefined ? undefined : grants.find(token)
  if (token === undefined || !found || found instanceof Promise) return found
  const refused = whyRefused(found, request.address, Date.now()) !== undefined || !holdsScopes(operation, found)
  return refused ? grants.findAgain(token) : found
}

function admitted(grant: Grant | undefined, request: FastifyRequest): Grant {
  const refusal = whyRefused(grant, request.address, Date.now())
  return refusal || !grant ? refuse(refusal ?? 'unauthenticated') : grant
}

/** Looks again at a request whose grant has changed since it was let in: it goes on under the new one or is refused. */
export async function admitAgain(operation: Operation, request: FastifyRequest, grants: Grants): Promise<void> {
  const token = bearerToken(request)
  request.grant = admitted(token === undefined ? undefined : await grants.findAgain(token), request)
  requireScopes(operation, request.grant)
}

function admit(decision: RateDecision, reply: FastifyReply): void {
  reply.header('ratelimit-limit', decision.limit)
  reply.header('ratelimit-remaining', decision.remaining)
  reply.header('ratelimit-reset', decision.resetSeconds)
  if (decision.allowed) return
  const { retryAfterSeconds, limit, windowSeconds } = decision
  reply.header('retry-after', retryAfterSeconds)
  refuse('rate_limited', { retryAfterSeconds, limit, windowSeconds })
}

function holdsScopes({ scope }: Operation, grant: Grant): boolean {
  const held = (name: ScopeName) => grant.scopes.has(name)
  return scope.scopes.length === 0 || (scope.mode === 'all' ? scope.scopes.every(held) : scope.scopes.some(held))
}

function requireScopes(operation: Operation, grant: Grant): void {
  const { scope } = operation
  if (holdsScopes(operation, grant)) return
  refuse('insufficient_scope', { requiredScopes: scope.scopes, mode: scope.mode })
}
