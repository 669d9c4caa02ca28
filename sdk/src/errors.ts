import type { ErrorCode, Scope } from './printed/lists.generated.ts'
import type { Open } from './printed/resources.generated.ts'

/** What went wrong before any answer came, or with one that is not of the service. */
export type OwnErrorCode = 'connection_failed' | 'timed_out' | 'unexpected_answer'

/** One problem of a refused request. */
export interface Issue {
  /** A JSON pointer into the body, or the name of the parameter. */
  readonly path: string
  readonly code: string
  readonly message: string
}

export interface ErrorFacts {
  readonly code: Open<ErrorCode | OwnErrorCode>
  readonly message: string
  /** The operation by its names, such as `payments.record`. */
  readonly operation: string
  readonly status?: number | undefined
  readonly requestId?: string | undefined
  readonly details?: Readonly<Record<string, unknown>> | undefined
  readonly idempotencyKey?: string | undefined
  readonly attempts: number
  readonly retryable: boolean
  readonly mayHaveHappened: boolean
  readonly retryAfterSeconds?: number | undefined
  readonly cause?: unknown
}

/** A call that failed. Every error of the SDK that is not a mistake in the program is one. */
export class ClinicError extends Error {
  override readonly name: string = 'ClinicError'
  /** For programs. The codes of the service never change their meaning; new ones may come. */
  declare readonly code: Open<ErrorCode | OwnErrorCode>
  declare readonly operation: string
  /** Undefined where no answer came. */
  declare readonly status: number | undefined
  /** Quote it when you report a problem. */
  declare readonly requestId: string | undefined
  declare readonly details: Readonly<Record<string, unknown>> | undefined
  /** Ask again with it, and what may have been done already is not done twice. */
  declare readonly idempotencyKey: string | undefined
  declare readonly attempts: number
  /** Whether the same request may succeed later. */
  declare readonly retryable: boolean
  /** Whether what was asked may have been done all the same: an answer was lost, and none that came since says. */
  declare readonly mayHaveHappened: boolean
  /** How long the service said to wait. */
  declare readonly retryAfterSeconds: number | undefined

  constructor({ message, ...facts }: ErrorFacts) {
    super(message)
    Object.assign(this, facts)
  }
}

const listIn = (details: ErrorFacts['details'], key: string): readonly unknown[] => {
  const value = details?.[key]
  return Array.isArray(value) ? value : []
}

const isIssue = (value: unknown): value is Issue => 'path' in Object(value)
const isText = (value: unknown): value is string => typeof value === 'string'

/** The request is not valid: 400, 405, 413, 415. */
export class Invalid extends ClinicError {
  override readonly name = 'Invalid'
  /** Each names a place and what it expects. */
  readonly issues: readonly Issue[]

  constructor(facts: ErrorFacts) {
    super(facts)
    this.issues = listIn(facts.details, 'issues').filter(isIssue)
  }
}
/** The token is not valid, or no longer: 401. */
export class Unauthenticated extends ClinicError {
  override readonly name = 'Unauthenticated'
}
/** The installation may not do this: 403. */
export class Forbidden extends ClinicError {
  override readonly name = 'Forbidden'
  /** The scopes that the operation needs, where one is lacking. */
  readonly requiredScopes: readonly Open<Scope>[]

  constructor(facts: ErrorFacts) {
    super(facts)
    this.requiredScopes = listIn(facts.details, 'requiredScopes').filter(isText)
  }
}
/** There is no such record in this clinic: 404. */
export class NotFound extends ClinicError {
  override readonly name = 'NotFound'
}
/** What is there stands in the way: 409. */
export class Conflict extends ClinicError {
  override readonly name = 'Conflict'
}
/** A rule of the clinic refuses it: 422. */
export class Refused extends ClinicError {
  override readonly name = 'Refused'
}
/** Too many requests, and the waits were used up: 429. */
export class RateLimited extends ClinicError {
  override readonly name = 'RateLimited'
}
/** The service could not do it: 5xx, or an answer that is not of the service. */
export class ServerError extends ClinicError {
  override readonly name = 'ServerError'
}
/** No answer came. */
export class ConnectionFailed extends ClinicError {
  override readonly name = 'ConnectionFailed'
}
/** No answer came in time. */
export class TimedOut extends ClinicError {
  override readonly name = 'TimedOut'
}

const BY_STATUS: Readonly<Record<number, typeof ClinicError>> = {
  400: Invalid,
  401: Unauthenticated,
  403: Forbidden,
  404: NotFound,
  405: Invalid,
  409: Conflict,
  413: Invalid,
  415: Invalid,
  422: Refused,
  429: RateLimited,
}

/** The error of its class: by status where an answer came. */
export function errorFrom(facts: ErrorFacts): ClinicError {
  if (facts.status === undefined) return new (facts.code === 'timed_out' ? TimedOut : ConnectionFailed)(facts)
  return new (BY_STATUS[facts.status] ?? ServerError)(facts)
}
