import type { Issue } from '@clinic/contract/errors.ts'

/** What the API refused, as its envelope tells it. */
export class Problem extends Error {
  readonly status: number
  readonly code: string
  readonly requestId: string
  readonly details: unknown
  constructor(status: number, { code, message, requestId, details }: Envelope) {
    super(message)
    this.status = status
    this.code = code
    this.requestId = requestId
    this.details = details
  }
}

export interface Envelope {
  code: string
  message: string
  requestId: string
  details?: unknown
}

/** No answer came: the network is gone, or the server is. */
export class Unreachable extends Error {}

/** What came is of another clinic than the one it was asked of. */
export class OtherClinic extends Error {}

export const isProblem = (error: unknown, ...codes: readonly string[]): error is Problem =>
  error instanceof Problem && (codes.length === 0 || codes.includes(error.code))

/** How long to wait, where the server said so. */
export function retryAfterSeconds(error: unknown): number | undefined {
  const seconds = isProblem(error) ? Number(record(error.details).retryAfterSeconds) : Number.NaN
  return seconds > 0 ? seconds : undefined
}

/** What a value says by name, whatever it is. */
export const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

/** What the refusal says besides its code, by name. */
export const detailsOf = (error: Problem): Readonly<Record<string, unknown>> => record(error.details)

/** Whether the person does not work in the clinic, or not any more. */
export const isWithoutClinic = (error: unknown): boolean =>
  isProblem(error, 'not_found') && record(error.details).resource === 'clinic'

/** The user closed the dialog that something depended on; nothing has gone wrong. */
export class Dismissed extends Error {}

/** What another saved meanwhile stands, and nothing of what was typed. */
export class KeptTheirs extends Dismissed {}

/** Whether what was asked for may have been done all the same, or may still be. */
export const isOutcomeUnknown = (error: unknown): boolean =>
  error instanceof Unreachable ||
  isProblem(error, 'idempotency_conflict', 'unauthenticated') ||
  (isProblem(error) && error.status >= 500)

/** The places that the server found fault with. */
export function issuesIn(error: unknown): Issue[] {
  const issues: unknown = isProblem(error, 'validation_failed') ? record(error.details).issues : undefined
  return Array.isArray(issues) ? issues.map(issueOf) : []
}

function issueOf(value: unknown): Issue {
  const { path, code, message } = record(value)
  return { path: String(path), code: String(code), message: String(message) }
}

/** What another changed meanwhile in the same record. */
export interface Conflict {
  /** The version as it is now. */
  version: number
  by: { kind: string; name: string }
  at: string
  changes: readonly { field: string; from: unknown; to: unknown }[]
}

/** Of a write that came too late: what stands now, and whose it is. */
export function conflictIn(error: unknown): Conflict | undefined {
  if (!isProblem(error, 'changed_meanwhile')) return undefined
  const { version, by, at, changes } = record(error.details)
  const { kind, name } = record(by)
  const changed = Array.isArray(changes) ? changes.map(record) : []
  return {
    version: Number(version),
    by: { kind: String(kind), name: String(name ?? '') },
    at: String(at),
    changes: changed.map(({ field, from, to }) => ({ field: String(field), from, to })),
  }
}
