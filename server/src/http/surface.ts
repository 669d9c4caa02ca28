import type { ErrorCode } from '@clinic/contract/errors.ts'
import type { Operation } from '@clinic/contract/kernel.ts'
import type { DocumentedSurface } from '@clinic/contract/openapi/surface.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Given } from '../kernel/implement.ts'
import type { Caller, ClinicFacts, Tx } from '../kernel/tx.ts'
import type { RateDecision } from './rate-bucket.ts'
import type { Recently } from './recently.ts'

/** Who was let in, and where. */
export interface Admission {
  readonly clinic: ClinicFacts
  readonly caller: Caller
  /** Of the grant that let the caller in, where it was remembered: see kernel/grant-version.ts. */
  readonly grantVersion: number | null
  /** Whether records of restricted patients are there for the caller. */
  readonly showsRestricted?: boolean
}

/** What came of a write outside any clinic. */
export interface Outside {
  readonly operation: string
  /** Names, never values. */
  readonly changedFields: readonly string[]
  readonly resourceId: string | undefined
  /** What refused it, if anything. */
  readonly code: ErrorCode | null
}

/** How a surface words its refusals: sentences of its own, and what it asks for with a 401 (RFC 9110 section 11.6.1). */
export interface Wording {
  readonly sentences: Partial<Record<ErrorCode, string>>
  readonly challenges: Partial<Record<ErrorCode, string>>
  /** The challenge of every other 401. */
  readonly challenge?: string
}

/**
 * One way into the house: the operations of one kind of caller, below one path. All surfaces go through the same steps
 * (mount.ts); a surface says how its callers are known, what they may do, and how it speaks. `Known` is what it finds out
 * of a caller. What is known already is answered without a promise, so that a request need not wait for it.
 */
export interface Surface<Known = unknown> {
  readonly document: DocumentedSurface
  readonly wording: Wording
  /** Where a read of a patient is recorded once in ten minutes for each login, and not each time: which have been. */
  readonly recently?: Recently
  /** Whether a refusal by a business rule is kept under the request's key, as an answer is. */
  readonly keepsRefusals: boolean
  /** What is looked at before anything else, on every path of the surface. */
  readonly first?: (request: FastifyRequest, reply: FastifyReply) => void
  /** Finds out who asks, or refuses. */
  authenticate(operation: Operation, request: FastifyRequest): Known | Promise<Known>
  /** The same once a grant turned out to have changed, without what is remembered. */
  authenticateAgain(operation: Operation, request: FastifyRequest): Promise<Known>
  /** Counts the request against what its caller may ask in a while; nothing of who is not known. */
  countRate?(operation: Operation, known: Known): RateDecision | Promise<RateDecision> | undefined
  /** Lets a caller into the clinic to do this, or refuses. */
  admit(operation: Operation, known: Known): Admission | Promise<Admission>
  /** Lets a request that was let in go wrong on purpose, as its caller asked for in a sandbox clinic. */
  disturb?(operation: Operation, known: Known, request: FastifyRequest, reply: FastifyReply): Promise<void> | undefined
  /** The same as `admit` for what is done outside any clinic: what the implementation is given. */
  receive?(operation: Operation, known: Known, request: FastifyRequest, reply: FastifyReply): Given[keyof Given]
  /** What else has to hold for the records that an operation names, asked in its transaction before it runs; or it refuses. */
  guard?(operation: Operation): ((tx: Tx, input: Readonly<Record<string, unknown>>) => Promise<void>) | undefined
  /** What is noted of each request of an operation once it is answered; no answer waits for it. */
  answered?(operation: Operation): (request: FastifyRequest, reply: FastifyReply) => void
  /** Records what was done, or refused, outside any clinic; resolves once the record of what was done is durable. */
  recordOutside?(given: Given[keyof Given], done: Outside): Promise<void>
}
