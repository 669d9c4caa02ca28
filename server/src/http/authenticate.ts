import type { ErrorCode } from '@clinic/contract/errors.ts'
import type { FastifyRequest } from 'fastify'
import type { Grant } from './grants.ts'

const BEARER = /^Bearer ([^\s]+)$/i

/** The token that a request carries, or nothing. */
export const bearerToken = (request: FastifyRequest): string | undefined =>
  BEARER.exec(request.headers.authorization ?? '')?.[1]

/** The checks of a token in the contract's order: token, address, installation. Answers what refuses it, if anything. */
export function whyRefused(grant: Grant | undefined, address: string, nowMs: number): ErrorCode | undefined {
  if (!grant) return 'unauthenticated'
  if (grant.revoked || grant.status === 'UNINSTALLED') return 'token_revoked'
  if (grant.expiresAtMs <= nowMs) return 'token_expired'
  if (grant.ranges.size > 0 && !grant.ranges.has(address)) return 'ip_not_allowed'
  if (grant.status === 'SUSPENDED' || !grant.active) return 'installation_suspended'
  return undefined
}
