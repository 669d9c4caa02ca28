import { isInClinic } from '@clinic/contract/access.ts'
import { type Operation, takesKey } from '@clinic/contract/kernel.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '../kernel/errors.ts'
import type { Given } from '../kernel/implement.ts'
import { requireKey } from './idempotency.ts'
import type { RateDecision } from './rate-bucket.ts'
import type { Strangers } from './strangers.ts'
import type { Admission, Surface } from './surface.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Where the request came from. */
    address: string
    /** Who was let into a clinic; set before the handler of every operation that runs in one. */
    admission: Admission | undefined
    /** What is given to the implementation of every other operation. */
    visitor: Given[keyof Given] | undefined
    idempotencyKey: string | null
    /** The version that the request changes, then the one that is answered. */
    rowVersion: number | null
    /** How many patients the answer shows, or names as changed. */
    patients: number
  }
}

/** Where a request came from, as the proxies that are trusted tell it. */
export type AddressOf = (request: FastifyRequest) => string

/** What `admit` finds out stands in the request from then on. */
export function decorateRequests(app: FastifyInstance): void {
  app.decorateRequest('address', '')
  app.decorateRequest('admission', undefined)
  app.decorateRequest('visitor', undefined)
  app.decorateRequest('idempotencyKey', null)
  app.decorateRequest('rowVersion', null)
  app.decorateRequest('patients', 0)
  app.decorateRequest('grant', undefined)
  app.decorateRequest('losesAnswer', false)
  app.decorateRequest('pageLimit', 0)
  app.decorateRequest('hasMore', false)
  app.decorateRequest('noted', undefined)
}

/**
 * What a request passes before its body is read, in the contract's order: who asks, rate, whether they may, idempotency
 * key (contract section 5).
 */
export function admit<Known>(
  operation: Operation,
  surface: Surface<Known>,
  { addressOf, strangers }: { addressOf: AddressOf; strangers: Strangers },
) {
  const readKey = takesKey(operation) ? requireKey : undefined
  const inClinic = isInClinic(operation.access)
  const isForAnybody = operation.access.by === 'anybody'
  // A link that is no good changes nothing: it is refused, and counted then.
  const storesForStrangers = isForAnybody && operation.method === 'POST' && !operation.path.includes(':token')
  const { clinicHeader } = surface.document
  if (!inClinic && !surface.receive)
    throw new Error(`${operation.id} runs in no clinic, where ${surface.document.base} receives no caller.`)
  const readHeaders = (request: FastifyRequest): void => {
    if (operation.versioned) request.rowVersion = requireVersion(request.raw.headersDistinct['if-match'])
    if (readKey) request.idempotencyKey = readKey(request.raw.headersDistinct['idempotency-key'])
  }
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    request.address = addressOf(request)
    if (storesForStrangers) strangers.requireWrite(request)
    const found = surface.authenticate(operation, request)
    const known = found instanceof Promise ? await found : found
    request.isKnown = !isForAnybody
    const taken = surface.countRate?.(operation, known)
    if (taken) requireRate(taken instanceof Promise ? await taken : taken, reply)
    if (inClinic) {
      const admission = surface.admit(operation, known)
      request.admission = requireThere(operation, admission instanceof Promise ? await admission : admission)
      if (clinicHeader) reply.header(clinicHeader, request.admission.clinic.id)
      // What goes wrong on purpose is noted with the key under which it was asked for.
      readHeaders(request)
      const disturbed = surface.disturb?.(operation, known, request, reply)
      if (disturbed) await disturbed
    } else {
      request.visitor = surface.receive?.(operation, known, request, reply)
      readHeaders(request)
    }
  }
}

/** Looks again at a request whose grant has changed since it was let in: it goes on under the new one or is refused. */
export async function admitAgain<Known>(
  operation: Operation,
  surface: Surface<Known>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const known = await surface.authenticateAgain(operation, request)
  request.admission = requireThere(operation, await surface.admit(operation, known))
  request.losesAnswer = false
  request.pageLimit = 0
  await surface.disturb?.(operation, known, request, reply)
}

/** What is for sandbox clinics is not there for any other. */
function requireThere({ access }: Operation, admission: Admission): Admission {
  const isThere = !('inSandbox' in access) || admission.clinic.sandbox
  return isThere ? admission : refuse('not_found', { resource: 'path' })
}

const VERSION = /^"([1-9][0-9]{0,8})"$/

/** The version of a request's header, given once, or a refusal. */
function requireVersion([given = '', ...more]: readonly string[] = []): number {
  const version = more.length === 0 ? VERSION.exec(given)?.[1] : undefined
  return version === undefined ? refuse('version_required') : Number(version)
}

function requireRate(decision: RateDecision, reply: FastifyReply): void {
  reply.header('ratelimit-limit', decision.limit)
  reply.header('ratelimit-remaining', decision.remaining)
  reply.header('ratelimit-reset', decision.resetSeconds)
  if (decision.allowed) return
  const { retryAfterSeconds, limit, windowSeconds } = decision
  refuse('rate_limited', { retryAfterSeconds, limit, windowSeconds })
}
