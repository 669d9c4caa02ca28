import type { CallOptions } from '../calls.ts'
import type { LogFields } from '../client-options.ts'
import type { Route } from './route.ts'
import { isInPage, type Settings, tokenOf } from './settings.ts'
import { VERSION } from './version.ts'

/** One call, whatever the number of its attempts: what is sent is the same in all of them. */
export interface Prepared {
  readonly route: Route
  readonly url: string
  readonly body: string | undefined
  readonly key: string | undefined
  readonly options: CallOptions
}

export interface Received {
  readonly response: Response
  /** Undefined where the body is no JSON. */
  readonly body: unknown
  readonly requestId: string | undefined
}

/** No answer came. */
export interface Unanswered {
  readonly cause: unknown
}

async function headersOf(settings: Settings, { body, key, options }: Prepared): Promise<Headers> {
  const { userAgent, headers } = settings.options
  const all = new Headers({ ...headers, ...options.headers })
  all.set('authorization', `Bearer ${await tokenOf(settings)}`)
  all.set('accept', 'application/json')
  if (body !== undefined) all.set('content-type', 'application/json')
  if (key !== undefined) all.set('idempotency-key', key)
  // A page may not say what browser it is in.
  if (!isInPage()) all.set('user-agent', [userAgent, `clinic-sdk/${VERSION}`].filter(Boolean).join(' '))
  return all
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function exchange(
  { fetch }: Settings,
  { route: { method }, url, body }: Prepared,
  headers: Headers,
  signal: AbortSignal,
): Promise<Omit<Received, 'requestId'> | Unanswered> {
  try {
    const response = await fetch(url, { method, headers, signal, ...(body !== undefined && { body }) })
    return { response, body: jsonOf(await response.text()) }
  } catch (cause) {
    return { cause }
  }
}

export const fieldsOf = ({ route }: Prepared, attempt: number): LogFields => ({
  operation: route.operation,
  method: route.method,
  path: route.path,
  attempt,
})

/** Sends the request once and reads the whole answer. */
export async function attempt(
  settings: Settings,
  prepared: Prepared,
  number: number,
  signal: AbortSignal,
): Promise<Received | Unanswered> {
  const { options, timing } = settings
  const { operation, method } = prepared.route
  const headers = await headersOf(settings, prepared)
  options.onRequest?.({ operation, method, url: prepared.url, headers, attempt: number })
  const began = timing.now()
  const received = await exchange(settings, prepared, headers, signal)
  if ('cause' in received) return received
  const { response } = received
  const { status } = response
  const requestId = response.headers.get('service-request-id') ?? undefined
  const durationMs = timing.now() - began
  options.onResponse?.({ operation, attempt: number, status, requestId, durationMs, response })
  const logged = { ...fieldsOf(prepared, number), status, durationMs, ...(requestId !== undefined && { requestId }) }
  options.logger?.debug(`${operation} ${status}`, logged)
  return { ...received, requestId }
}
