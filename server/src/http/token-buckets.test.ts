import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { TokenBuckets } from './token-buckets.ts'

function bucketsAt({ perMinute = 60, burst = 5, mostKeys = 1_000 } = {}) {
  const clock = { nowMs: 0 }
  return { clock, buckets: new TokenBuckets({ perMinute, burst }, () => clock.nowMs, mostKeys) }
}

test('a full bucket gives its burst at once, then as much as comes back, each key for itself', () => {
  const { clock, buckets } = bucketsAt()
  assert.deepEqual(
    Array.from({ length: 6 }, () => buckets.take('one')),
    [0, 0, 0, 0, 0, 1],
  )
  assert.equal(buckets.take('other'), 0)
  clock.nowMs = 1_000
  assert.deepEqual([buckets.take('one'), buckets.take('one')], [0, 1])
})

test('what costs more than is there takes nothing, and is told how long that lasts', () => {
  const { clock, buckets } = bucketsAt()
  assert.deepEqual([buckets.take('one', 3), buckets.take('one', 4), buckets.take('one', 2)], [0, 2, 0])
  clock.nowMs = 4_000
  assert.equal(buckets.take('one', 4), 0)
})

test('what is given back can be taken again, and a bucket never holds more than its burst', () => {
  const { buckets } = bucketsAt()
  assert.equal(buckets.take('one', 5), 0)
  buckets.giveBack('one', 5)
  buckets.giveBack('one', 5)
  assert.deepEqual([buckets.take('one', 5), buckets.take('one')], [0, 1])
  buckets.giveBack('never seen', 5)
  assert.equal(buckets.size, 1)
})

test('a million keys take the memory of as many as are remembered', () => {
  const { buckets } = bucketsAt({ mostKeys: 100 })
  for (let n = 0; n < 1_000_000; n++) buckets.take(`key ${n}`)
  assert.equal(buckets.size, 100)
})

const asked = fc.record({ afterMs: fc.nat(20_000), cost: fc.integer({ min: 1, max: 6 }) })

test('over any time no more is taken than the burst and what came back, and who waits as told gets it', () => {
  fc.assert(
    fc.property(
      fc.array(asked, { maxLength: 100 }),
      fc.integer({ min: 1, max: 600 }),
      fc.integer({ min: 6, max: 50 }),
      (requests, perMinute, burst) => {
        const { clock, buckets } = bucketsAt({ perMinute, burst })
        const taken: { atMs: number; cost: number }[] = []
        for (const { afterMs, cost } of requests) {
          clock.nowMs += afterMs
          const wait = buckets.take('one', cost)
          if (wait > 0) clock.nowMs += wait * 1_000
          if (wait > 0) assert.equal(buckets.take('one', cost), 0)
          taken.push({ atMs: clock.nowMs, cost })
        }
        for (const [from, { atMs: fromMs }] of taken.entries())
          for (let to = from; to < taken.length; to++) {
            const spent = taken.slice(from, to + 1).reduce((sum, { cost }) => sum + cost, 0)
            const came = (((taken[to]?.atMs ?? 0) - fromMs) * perMinute) / 60_000
            // Waits are whole seconds of whole milliseconds, so half a millisecond may be missing.
            assert.ok(spent <= burst + came + perMinute / 60_000)
          }
      },
    ),
    { numRuns: 50 },
  )
})
