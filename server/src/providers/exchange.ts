import { retryAfterSeconds } from '../egress/outcome.ts'
import { jsonOf } from './json-of.ts'

/** How a provider's API is reached. */
export interface RemoteOptions {
  /** Where it is, without a slash at the end. */
  apiBase: string
  /** How long one call may take in all. */
  deadlineMs: number
}

export interface Call {
  method: 'GET' | 'POST'
  headers: Readonly<Record<string, string>>
  body?: string
  /** For the whole exchange. */
  deadlineMs: number
}

export interface Answer {
  status: number
  /** As JSON; undefined where it is none. */
  body: unknown
  retryAfter: number | undefined
}

/** Asks a provider's API; throws where no whole answer came in time. */
export async function exchange(url: string, { deadlineMs, ...call }: Call): Promise<Answer> {
  const { request } = await import('undici')
  const { statusCode, headers, body } = await request(url, { ...call, signal: AbortSignal.timeout(deadlineMs) })
  const text = await body.text()
  const retryAfter = retryAfterSeconds(headers['retry-after'], Date.now()) ?? undefined
  return { status: statusCode, body: jsonOf(text), retryAfter }
}

export const isSuccess = ({ status }: Answer): boolean => status >= 200 && status < 300
