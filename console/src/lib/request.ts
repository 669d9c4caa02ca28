import { type Envelope, Problem, Unreachable } from './problem.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Asks the staff API; throws a Problem where it refuses, and Unreachable where nothing answers. */
export async function request(method: Method, path: string, body?: unknown, signal?: AbortSignal): Promise<unknown> {
  const response = await fetch(`/staff/v1${path}`, {
    method,
    signal: signal ?? null,
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  }).catch(error => {
    throw signal?.aborted ? error : new Unreachable(String(error))
  })
  const answer: { error?: Envelope } = await response.json().catch(() => ({}))
  if (response.ok) return answer
  throw new Problem(response.status, answer.error ?? unnamed(response))
}

/** An answer without an envelope is not from the API but from what stands before it. */
const unnamed = ({ status, headers }: Response): Envelope => ({
  code: status >= 500 ? 'internal_error' : 'unknown',
  message: '',
  requestId: headers.get('service-request-id') ?? '',
})
