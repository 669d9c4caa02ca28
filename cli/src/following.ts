import { setTimeout as delay } from 'node:timers/promises'
import { ClinicError } from '@clinic/sdk/errors.ts'
import type { Api } from './api.ts'
import { tell } from './output.ts'
import type { Row } from './records.ts'

export interface Followed {
  type?: string | undefined
  /** Begin after this event. */
  after?: string | undefined
  /** Where none is named: begin with the first that there is, instead of with what happens from now on. */
  fromFirst?: boolean | undefined
  /** Ends it. */
  signal?: AbortSignal | undefined
  /** Waits for a service that does not answer, such as one that is being started again. */
  patient?: boolean | undefined
}

const PAGE = 100
/** The longest that the service waits for an event, less what the way takes. */
const WAIT_SECONDS = 25
const PAUSE_MS = 1000
const SERVER_ERROR = 500

export async function newestEvent(api: Api, type?: string): Promise<string | undefined> {
  for await (const { id } of api.pages('GET /events', { type, limit: 1 })) return String(id)
  return undefined
}

async function whole(pages: AsyncIterable<Row>): Promise<Row[]> {
  const rows: Row[] = []
  for await (const row of pages) rows.push(row)
  return rows
}

/** Every event after one, oldest first, without end. */
export async function* following(api: Api, followed: Followed): AsyncGenerator<Row, void, undefined> {
  const { type, after, fromFirst, signal, patient } = followed
  let last = after ?? (fromFirst ? undefined : await newestEvent(api, type))
  let away = false
  while (!signal?.aborted) {
    const pages = api.pages('GET /events', { type, after: last, limit: PAGE, wait: WAIT_SECONDS }, { signal })
    try {
      // Before the first event there is none to come after, and the newest come first.
      const found = last === undefined ? (await whole(pages)).reverse() : pages
      for await (const event of found) {
        away = false
        yield event
        last = String(event.id)
      }
    } catch (error) {
      if (signal?.aborted) return
      if (!patient || !isAway(error)) throw error
      if (!away) tell('The service does not answer; waiting for it.')
      away = true
      await delay(PAUSE_MS)
    }
  }
}

const isAway = (error: unknown): boolean =>
  error instanceof ClinicError && (error.status === undefined || error.status >= SERVER_ERROR)
