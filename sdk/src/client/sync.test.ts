import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Page } from '../calls.ts'
import { errorFrom } from '../errors.ts'
import { sync } from './sync.ts'

interface Row {
  id: number
  updatedAt: string
}
const at = (instant: number): string => new Date(Date.UTC(2026, 0, 1) + instant).toISOString()

const lostCursor = () =>
  errorFrom({
    code: 'invalid_cursor',
    message: '',
    operation: 'patients.list',
    status: 400,
    attempts: 1,
    retryable: false,
    mayHaveHappened: false,
  })

/** The delta list of these rows as the service gives it; `loses` says at which pages a cursor is refused. */
function serviceOf(rows: readonly Row[], limit: number, loses: (page: number) => boolean) {
  let pages = 0
  return async function* (updatedAfter: string): AsyncGenerator<Page<Row>> {
    const changed = rows
      .filter(row => row.updatedAt > updatedAfter)
      .sort((one, other) => one.updatedAt.localeCompare(other.updatedAt) || one.id - other.id)
    for (let start = 0; ; start += limit) {
      if (start > 0 && loses(pages++)) throw lostCursor()
      const hasMore = start + limit < changed.length
      yield { data: changed.slice(start, start + limit), hasMore, nextCursor: hasMore ? `${start + limit}` : null }
      if (!hasMore) return
    }
  }
}

/** Many share an instant, as what one transaction writes does. */
const anyRows = fc
  .array(fc.integer({ min: 0, max: 5 }), { maxLength: 30 })
  .map(instants => instants.map((instant, id) => ({ id, updatedAt: at(instant) })))

test('a sync that is killed anywhere and goes on from its mark misses no row', async () => {
  const ends = fc.array(fc.nat({ max: 40 }), { maxLength: 6 })
  const lost = fc.uniqueArray(fc.nat({ max: 20 }), { maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(anyRows, fc.integer({ min: 1, max: 4 }), ends, lost, async (rows, limit, ended, losing) => {
      const service = serviceOf(rows, limit, page => losing.includes(page))
      const seen = new Map<number, Row>()
      let mark: string | undefined
      const run = async (most: number) => {
        let given = 0
        const each = (row: Row) => {
          if (given++ >= most) throw new Error('killed')
          seen.set(row.id, row)
        }
        const save = (reached: string) => {
          assert.ok(mark === undefined || reached > mark, 'the mark goes forward')
          mark = reached
        }
        return sync<Row>(service, { since: mark, each, save })
      }
      for (const most of ended) await run(most).catch(error => assert.equal(error.message, 'killed'))
      await run(Number.POSITIVE_INFINITY)
      assert.deepEqual(
        [...seen.keys()].sort((a, b) => a - b),
        rows.map(({ id }) => id),
      )
      const again = await sync<Row>(service, { since: mark, each: row => assert.fail(`${row.id} comes again`) })
      assert.equal(again.count, 0)
    }),
    { numRuns: 500 },
  )
})

test('a cursor that is refused again and again is no reason to go on for ever', async () => {
  const rows = [1, 2, 3].map(id => ({ id, updatedAt: at(0) }))
  await assert.rejects(
    sync<Row>(
      serviceOf(rows, 1, () => true),
      { each: () => undefined },
    ),
    { code: 'invalid_cursor' },
  )
})
