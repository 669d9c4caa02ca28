import { retryAfterSeconds } from '../egress/outcome.ts'
import { jsonOf } from './json.ts'
import { outcomeOfStatus, timedCall } from './timed-call.ts'

/** How a provider's API is reached. */
export interface RemoteOptions {
  /** Where it is, without a slash at the end. */
  apiBase: string
  /** How long one call may take in all. */
  deadlineMs: number
}

export interface Answer {
  status: number
  /** As JSON; nothing where it is none. */
  body: unknown
  retryAfter: number | undefined
}

/** Asks a provider's API with a form, an object as JSON, or nothing; throws where no whole answer came in time. */
export type Ask = (method: 'GET' | 'POST' | 'PUT', path: string, body?: URLSearchParams | object) => Promise<Answer>

/** A provider's API, as one account calls it. */
export const providerApi =
  (provider: string, options: RemoteOptions, headers: Readonly<Record<string, string>>): Ask =>
  (...call) =>
    timedCall(
      provider,
      () => asked(options, headers, ...call),
      ended => outcomeOfStatus('value' in ended ? ended.value.status : undefined),
    )

async function asked(
  { apiBase, deadlineMs }: RemoteOptions,
  headers: Readonly<Record<string, string>>,
  ...[method, path, given]: Parameters<Ask>
): Promise<Answer> {
  const { request } = await import('undici')
  const isForm = given instanceof URLSearchParams
  const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json'
  const answer = await request(`${apiBase}${path}`, {
    method,
    headers: { ...headers, ...(given && { 'content-type': type }) },
    body: isForm ? given.toString() : JSON.stringify(given),
    signal: AbortSignal.timeout(deadlineMs),
  })
  const text = await answer.body.text()
  const retryAfter = retryAfterSeconds(answer.headers['retry-after'], Date.now()) ?? undefined
  return { status: answer.statusCode, body: jsonOf(text), retryAfter }
}

export const isSuccess = ({ status }: Answer): boolean => status >= 200 && status < 300

export const basicAuthorization = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
