import type { Answer, CallOptions, RateLimit } from '../calls.ts'
import { ClinicError } from '../errors.ts'
import { attempt, fieldsOf, type Prepared, type Received } from './attempt.ts'
import { type Attempted, refused, withoutAnswer } from './failure.ts'
import { waitBefore } from './retry.ts'
import { type Input, type Route, targetOf } from './route.ts'
import { limitsOf, type Settings } from './settings.ts'

/** What is sent, the same at every attempt: a POST with one key for all of them. */
function prepare({ baseUrl }: Settings, route: Route, input: Input, options: CallOptions): Prepared {
  const key = route.method === 'POST' ? (options.idempotencyKey ?? crypto.randomUUID()) : undefined
  return { route, ...targetOf(route, input, baseUrl), key, options }
}

function rateLimitOf({ headers }: Response): RateLimit | undefined {
  const [limit, remaining, resetSeconds] = ['limit', 'remaining', 'reset'].map(name => headers.get(`ratelimit-${name}`))
  if (limit == null || remaining == null || resetSeconds == null) return undefined
  return { limit: Number(limit), remaining: Number(remaining), resetSeconds: Number(resetSeconds) }
}

const answered = ({ key }: Prepared, data: unknown, { response, requestId }: Received, attempts: number) => ({
  data,
  response,
  requestId,
  replayed: response.headers.get('idempotent-replay') === 'true',
  idempotencyKey: key,
  attempts,
  rateLimit: rateLimitOf(response),
})

/** The answer, where it is one: a page as it stands, else what it holds. */
function successOf({ prepared, attempts, open }: Attempted, received: Received): Answer<unknown> | undefined {
  const { response, body } = received
  const { method, answers } = prepared.route
  const data: unknown = Object(body).data
  if (response.ok && data !== undefined)
    return answered(prepared, answers === 'page' || answers === 'delta' ? body : data, received, attempts)
  // What an earlier attempt deleted is not there any more: it is done, although its answer was lost.
  const deleted = method === 'DELETE' && response.status === 404 && open
  return deleted ? answered(prepared, null, received, attempts) : undefined
}

/** One attempt: the answer, or the error with which it ended. Where the caller aborts, their own reason is thrown. */
async function tried(
  settings: Settings,
  attempted: Attempted,
  timeoutMs: number,
): Promise<Answer<unknown> | ClinicError> {
  const { prepared, attempts } = attempted
  const { signal } = prepared.options
  const timeout = settings.timing.timeout(timeoutMs)
  const received = await attempt(settings, prepared, attempts, signal ? AbortSignal.any([signal, timeout]) : timeout)
  if (!('cause' in received))
    return successOf(attempted, received) ?? refused(attempted, received, settings.timing.now())
  if (signal?.aborted) throw signal.reason
  return withoutAnswer(attempted, received.cause, timeout.aborted)
}

/** Sends a request until it is answered, refused for good, or its attempts or its time are used up. */
export async function send(
  settings: Settings,
  route: Route,
  input: Input,
  options: CallOptions,
): Promise<Answer<unknown>> {
  const { timing, options: client } = settings
  const { maxRetries, timeoutMs, totalTimeoutMs = Number.POSITIVE_INFINITY } = limitsOf(settings, options)
  const prepared = prepare(settings, route, input, options)
  const deadline = timing.now() + totalTimeoutMs
  let open = false
  for (let attempts = 1; ; attempts++) {
    options.signal?.throwIfAborted()
    const left = Math.max(1, deadline - timing.now())
    const result = await tried(settings, { prepared, attempts, open }, Math.min(timeoutMs, left))
    if (!(result instanceof ClinicError)) return result
    const waitMs = waitBefore(result, maxRetries, timing)
    if (waitMs === undefined || timing.now() + waitMs >= deadline) throw result
    open = result.mayHaveHappened
    const logged = { ...fieldsOf(prepared, attempts), code: result.code, waitMs }
    client.logger?.warn(`${route.operation} is tried again`, logged)
    await timing.sleep(waitMs, options.signal)
  }
}
