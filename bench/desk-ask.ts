import { randomUUID } from 'node:crypto'
import { Agent, fetch } from 'undici'
import type { LoggedIn } from './staff.ts'

export interface Answer<Data> {
  status: number
  /** Of a refusal. */
  code?: string
  data: Data
}

/** What one person's browser asks of the server; all wait in the same list how long that took. */
export interface Ask {
  read<Data>(path: string, query?: Record<string, string | string[]>): Promise<Answer<Data>>
  write<Data>(method: string, path: string, input: object, version?: number): Promise<Answer<Data>>
  stream(last: string, signal: AbortSignal): Promise<AsyncIterable<string>>
}

/** Waited milliseconds, and answers that no person at a desk expects. */
export interface Told {
  waits: number[]
  wrong: string[]
}

/** Another was quicker, or it is too late: what those at a desk live with. */
const EXPECTED = new Set(['slot_unavailable', 'changed_meanwhile', 'invalid_state_transition', 'undo_expired'])

export const agent = new Agent({ connections: 64, bodyTimeout: 0 })

export function askAs(origin: string, headers: LoggedIn | { authorization: string }, told: Told): Ask {
  async function send<Data>(
    method: string,
    url: string,
    more: { headers?: Record<string, string>; body?: string } = {},
  ) {
    const begun = performance.now()
    const answer = await fetch(`${origin}${url}`, {
      method,
      dispatcher: agent,
      ...more,
      headers: { ...headers, ...more.headers },
    })
    const text = await answer.text()
    told.waits.push(performance.now() - begun)
    const body = JSON.parse(text)
    const code: string | undefined = body.error?.code
    if (!answer.ok && !EXPECTED.has(code ?? ''))
      told.wrong.push(`${method} ${url}: ${answer.status} ${text.slice(0, 200)}`)
    return { status: answer.status, data: body.data, ...(code !== undefined && { code }) } satisfies Answer<Data>
  }
  return {
    read: (path, query = {}) => {
      const pairs = Object.entries(query).flatMap(([name, value]) => [value].flat().map(one => [name, one]))
      const asked = new URLSearchParams(pairs)
      return send('GET', `${path}?${asked}`, { headers: { 'staff-background': 'true' } })
    },
    write: (method, path, input, version) =>
      send(method, path, {
        body: JSON.stringify(input),
        headers: {
          origin: new URL(origin).origin,
          'content-type': 'application/json',
          'idempotency-key': randomUUID(),
          ...(version !== undefined && { 'if-match': `"${version}"` }),
        },
      }),
    async stream(last, signal) {
      const clinic = 'clinic-id' in headers ? headers['clinic-id'] : ''
      const resumed = last === '' ? {} : { 'last-event-id': last }
      const answer = await fetch(`${origin}/stream?clinicId=${clinic}`, {
        dispatcher: agent,
        signal,
        headers: { ...headers, ...resumed },
      })
      if (!answer.ok || !answer.body) throw new Error(`stream: ${answer.status}`)
      return answer.body.pipeThrough(new TextDecoderStream())
    },
  }
}
