import type { ListenState } from './listen-state.ts'
import { deliveryHeaders } from './local-signing.ts'
import type { Row } from './records.ts'

/** As long as the service waits for an answer. */
const ANSWER_MS = 10_000
const EXCERPT = 200

/** Where events go, and what they are signed with. */
export interface Receiver extends Pick<ListenState, 'secret'> {
  readonly to: string
}

export interface Answered {
  /** Undefined where nothing listens, 0 where no answer came. */
  readonly status: number | undefined
  readonly answer: string
}

function codesOf(cause: unknown): string {
  if (cause instanceof AggregateError) return cause.errors.map(codesOf).join(' ')
  return cause instanceof Error && 'code' in cause ? String(cause.code) : ''
}

/** A receiver that breaks off has not answered, but it is there. */
const isNotThere = (error: unknown): boolean =>
  error instanceof Error && /ECONNREFUSED|ENOTFOUND|EHOSTUNREACH/.test(codesOf(error.cause ?? error))

/** Posts an event from this machine, signed as the service signs, and judges the answer as it does. */
export async function post({ to, secret }: Receiver, event: Row, attempt = 1): Promise<Answered> {
  const body = JSON.stringify(event)
  const headers = deliveryHeaders(secret, String(event.id), body, attempt)
  const signal = AbortSignal.timeout(ANSWER_MS)
  try {
    const response = await fetch(to, { method: 'POST', headers, body, signal, redirect: 'manual' })
    const place = response.headers.get('location')
    const answer = place ? `redirects to ${place}, which is not followed` : await response.text()
    return { status: response.status, answer: answer.slice(0, EXCERPT) }
  } catch (error) {
    if (signal.aborted) return { status: 0, answer: 'no answer within 10 seconds, which counts as failed' }
    const answer = error instanceof Error ? String(error.cause ?? error) : ''
    return { status: isNotThere(error) ? undefined : 0, answer }
  }
}

export const isTaken = (status: unknown): boolean => typeof status === 'number' && status >= 200 && status < 300
