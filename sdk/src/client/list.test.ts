import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Answer, Page } from '../calls.ts'
import { LazyList } from './list.ts'

const answer = <Data>(data: Data): Answer<Data> => ({
  data,
  response: new Response(),
  requestId: undefined,
  replayed: false,
  idempotencyKey: undefined,
  attempts: 1,
  rateLimit: undefined,
})

/** A list of these pages, and the cursors that it was asked with. */
function listOf(pages: readonly number[][]) {
  const asked: (string | undefined)[] = []
  const list = new LazyList(async (cursor): Promise<Answer<Page<number>>> => {
    asked.push(cursor)
    const at = Number(cursor ?? 0)
    const hasMore = at < pages.length - 1
    return answer({ data: pages[at] ?? [], hasMore, nextCursor: hasMore ? String(at + 1) : null })
  })
  return { list, asked }
}

const anyPages = fc.array(fc.array(fc.nat(), { maxLength: 4 }), { minLength: 1, maxLength: 6 })

test('a list gives every record once, in order, whatever its pages are, and asks for each page once', async () => {
  await fc.assert(
    fc.asyncProperty(anyPages, fc.nat({ max: 30 }), async (pages, most) => {
      const { list, asked } = listOf(pages)
      assert.deepEqual(asked, [])
      assert.deepEqual(await Array.fromAsync(list), pages.flat())
      assert.equal(asked.length, pages.length)
      const other = listOf(pages)
      assert.deepEqual(
        (await Array.fromAsync(other.list.pages())).map(({ data }) => data),
        pages,
      )
      assert.deepEqual(await listOf(pages).list.take(most), pages.flat().slice(0, most))
    }),
  )
})

test('a list that is awaited is its first page, asked for once, and not before', async () => {
  const { list, asked } = listOf([[1, 2], [3]])
  assert.deepEqual(asked, [])
  assert.deepEqual(await list, { data: [1, 2], hasMore: true, nextCursor: '1' })
  assert.deepEqual((await list.withResponse()).data.data, [1, 2])
  assert.deepEqual(await Array.fromAsync(list), [1, 2, 3])
  assert.deepEqual(asked, [undefined, '1'])
})

test('a list asks for no page beyond what is taken', async () => {
  const { list, asked } = listOf([[1, 2], [3], [4]])
  assert.deepEqual(await list.take(2), [1, 2])
  assert.deepEqual(asked, [undefined])
  assert.deepEqual(await list.take(0), [])
})

test('a list whose cursor comes again ends with an error, and not never', async () => {
  const round = new LazyList<number>(async cursor =>
    answer({ data: [1], hasMore: true, nextCursor: cursor === 'a' ? 'b' : 'a' }),
  )
  await assert.rejects(Array.fromAsync(round), /read already/)
})
