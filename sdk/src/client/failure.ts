import { type ClinicError, type ErrorFacts, errorFrom } from '../errors.ts'
import type { Prepared, Received } from './attempt.ts'
import { isRetried, leavesOpen, retryAfterSeconds, settles } from './retry.ts'

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  Object(value) === value && !Array.isArray(value)

/** What is known when an attempt fails. */
export interface Attempted {
  readonly prepared: Prepared
  readonly attempts: number
  /** Whether an earlier attempt may have done it. */
  readonly open: boolean
}

const shared = ({ prepared, attempts }: Attempted) => ({
  operation: prepared.route.operation,
  idempotencyKey: prepared.key,
  attempts,
})

const isWrite = ({ route }: Prepared): boolean => route.method !== 'GET'

/** No answer came: the connection failed, or the time was up. */
export function withoutAnswer(attempted: Attempted, cause: unknown, timedOut: boolean): ClinicError {
  const { operation } = attempted.prepared.route
  const why = cause instanceof Error ? cause.message : String(cause)
  return errorFrom({
    ...shared(attempted),
    code: timedOut ? 'timed_out' : 'connection_failed',
    message: timedOut ? `${operation} got no answer in time.` : `${operation} could not reach the service: ${why}`,
    retryable: true,
    mayHaveHappened: isWrite(attempted.prepared),
    cause,
  })
}

/** What the service says, or what can be said of an answer that is not of the service. */
function said({ response, body }: Received): Pick<ErrorFacts, 'code' | 'message' | 'details'> & { id?: string } {
  const { code, message, details, requestId }: Record<string, unknown> = Object(Object(body).error)
  if (typeof code !== 'string') {
    const type = response.headers.get('content-type') ?? 'no content type'
    return {
      code: 'unexpected_answer',
      message: `The answer ${response.status} (${type}) is not of the service: see what is before it, and baseUrl.`,
    }
  }
  return {
    code,
    message: String(message),
    details: isObject(details) ? details : undefined,
    ...(typeof requestId === 'string' && { id: requestId }),
  }
}

/** The service refused, or answered what is no answer. */
export function refused(attempted: Attempted, received: Received, now: number): ClinicError {
  const { status, headers } = received.response
  const { id, ...error } = said(received)
  const open = (attempted.open && !settles(status, error.code)) || leavesOpen(status, error.code)
  return errorFrom({
    ...shared(attempted),
    ...error,
    status,
    requestId: received.requestId ?? id,
    retryable: isRetried(status, error.code),
    mayHaveHappened: isWrite(attempted.prepared) && (open || status < 300),
    retryAfterSeconds: retryAfterSeconds(headers.get('retry-after'), now),
  })
}
