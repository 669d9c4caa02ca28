import type { MessageError, SendOutcome } from '../../domain/messaging/message-carrier.ts'
import { retryAfterSeconds } from '../../egress/outcome.ts'
import { jsonOf } from '../json-of.ts'

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

/** Asks a carrier's API; nothing where no whole answer came in time. */
export async function exchange(url: string, { deadlineMs, ...call }: Call): Promise<Answer | undefined> {
  try {
    const { request } = await import('undici')
    const { statusCode, headers, body } = await request(url, { ...call, signal: AbortSignal.timeout(deadlineMs) })
    const text = await body.text()
    const retryAfter = retryAfterSeconds(headers['retry-after'], Date.now()) ?? undefined
    return { status: statusCode, body: jsonOf(text), retryAfter }
  } catch {
    return undefined
  }
}

export const isSuccess = ({ status }: Answer): boolean => status >= 200 && status < 300

/** What a refusal means: by the carrier's own code where that is known, else by the status. */
export function refusalOf({ status, retryAfter }: Answer, known: MessageError | undefined): SendOutcome {
  const error = known ?? errorOfStatus(status)
  const passes = error === 'carrier_unavailable' || error === 'too_many_messages'
  return passes ? { result: 'retry', error, afterSeconds: retryAfter } : { result: 'refused', error }
}

function errorOfStatus(status: number): MessageError {
  if (status === 429) return 'too_many_messages'
  if (status === 401 || status === 403) return 'carrier_refused_account'
  return status >= 500 ? 'carrier_unavailable' : 'content_refused'
}

/** No whole answer came: what became of the message is unknown. */
export const UNANSWERED: SendOutcome = { result: 'retry', error: 'carrier_unavailable' }

export interface RemoteOptions {
  /** Without a slash at the end. */
  apiBase: string
  deadlineMs: number
}
