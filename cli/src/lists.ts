import type { Row } from './records.ts'

/** The first so many; no page is asked for that is not needed. */
export async function* first(rows: AsyncIterable<Row>, most: number): AsyncGenerator<Row, void, undefined> {
  let count = 0
  for await (const row of rows) {
    yield row
    if (++count >= most) return
  }
}

/** Those of which it holds. */
export async function* kept(
  rows: AsyncIterable<Row>,
  holds: (row: Row) => boolean,
): AsyncGenerator<Row, void, undefined> {
  for await (const row of rows) if (holds(row)) yield row
}

/** Several lists that are sorted by when each record was made, newest first, as one of that order. */
export async function* merged(lists: readonly AsyncIterable<Row>[]): AsyncGenerator<Row, void, undefined> {
  const heads = lists.map(list => list[Symbol.asyncIterator]())
  const rows = await Promise.all(heads.map(head => head.next()))
  for (;;) {
    let newest = -1
    for (const [index, { done, value }] of rows.entries()) {
      if (done) continue
      const best = rows[newest]
      if (!best || String(value.createdAt) > String(best.value.createdAt)) newest = index
    }
    const [head, found] = [heads[newest], rows[newest]]
    if (!head || !found || found.done) return
    yield found.value
    rows[newest] = await head.next()
  }
}
