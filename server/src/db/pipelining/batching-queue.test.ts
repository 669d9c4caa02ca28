import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { batchingQueue } from './batching-queue.ts'

/** A batch that notes its groups, and answers each item with itself. */
function noting(pauseMs: number) {
  const groups: string[][] = []
  const run = batchingQueue<string, string>(
    async items => {
      groups.push(items)
      return items
    },
    3,
    pauseMs,
  )
  return { groups, run }
}

/** Longer than a few turns of the event loop, however busy the machine is. */
const PAUSE_MS = 300

test('what is asked in one turn goes out together, no more than may, and each gets its own answer', async () => {
  const { groups, run } = noting(0)
  assert.deepEqual(await Promise.all(['a', 'b', 'c', 'd'].map(run)), ['a', 'b', 'c', 'd'])
  assert.deepEqual(groups, [['a', 'b', 'c'], ['d']])
})

test('after a group of several all that comes within the pause shares the next', async () => {
  const { groups, run } = noting(PAUSE_MS)
  await Promise.all(['a', 'b'].map(run))
  const early = run('c')
  await setImmediate()
  await setImmediate()
  await Promise.all([early, run('d')])
  assert.deepEqual(groups, [
    ['a', 'b'],
    ['c', 'd'],
  ])
})

test('a whole group does not wait for the end of the pause', async ({ mock }) => {
  mock.timers.enable({ apis: ['setTimeout'] })
  const { groups, run } = noting(PAUSE_MS)
  await Promise.all(['a', 'b'].map(run))
  await Promise.all(['c', 'd', 'e'].map(run))
  assert.deepEqual(groups, [
    ['a', 'b'],
    ['c', 'd', 'e'],
  ])
})

test('a caller that comes alone never waits for others', async () => {
  const { groups, run } = noting(PAUSE_MS)
  await run('a')
  const next = run('b')
  await setImmediate()
  await setImmediate()
  await Promise.all([next, run('c')])
  assert.deepEqual(groups, [['a'], ['b'], ['c']])
})
