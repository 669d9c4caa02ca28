import type { Api } from './api.ts'
import type { Row } from './records.ts'

export interface Followed {
  type?: string | undefined
  /** Begin after this event. */
  after?: string | undefined
  /** Where none is named: begin with the first that there is, instead of with what happens from now on. */
  fromFirst?: boolean | undefined
}

const PAGE = 100
/** The longest that the service waits for an event, less what the way takes. */
const WAIT_SECONDS = 25

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
export async function* following(api: Api, { type, after, fromFirst }: Followed): AsyncGenerator<Row, void, undefined> {
  let last = after ?? (fromFirst ? undefined : await newestEvent(api, type))
  for (;;) {
    const pages = api.pages('GET /events', { type, after: last, limit: PAGE, wait: WAIT_SECONDS })
    // Before the first event there is none to come after, and the newest come first.
    const found = last === undefined ? (await whole(pages)).reverse() : pages
    for await (const event of found) {
      yield event
      last = String(event.id)
    }
  }
}
