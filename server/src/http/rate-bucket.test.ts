import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { bucketOf, decide, levelAt, newBuckets, takeLocally } from './rate-bucket.ts'

const reads = newBuckets('read', { perMinute: 600, burst: 120 }).limit

test('a client is told one bucket: 600 a minute in bursts of 120 are 120 in 12 seconds', () => {
  assert.deepEqual(decide(reads, true, 119), {
    allowed: true,
    limit: 120,
    remaining: 119,
    resetSeconds: 1,
    retryAfterSeconds: 0,
    windowSeconds: 12,
  })
})

test('a refused client is told when the next request may succeed, in whole seconds and never 0', () => {
  const messages = newBuckets('message', { perMinute: 6, burst: 5 }).limit
  assert.equal(decide(reads, false, 0.99).retryAfterSeconds, 1)
  assert.equal(decide(reads, false, -15).retryAfterSeconds, 2)
  assert.equal(decide(messages, false, 0).retryAfterSeconds, 10)
  assert.equal(decide(messages, false, 0.5).resetSeconds, 45)
  assert.equal(decide(messages, false, -3).remaining, 0)
})

test('a client that waits as long as told is allowed', () => {
  const limits = fc.record({ perMinute: fc.integer({ min: 1, max: 10_000 }), burst: fc.integer({ min: 1, max: 500 }) })
  fc.assert(
    fc.property(limits, fc.double({ min: -20, max: 0.999, noNaN: true }), (settings, level) => {
      const bucket = { ...bucketOf(newBuckets('read', settings), 'ins_1', 0), level }
      const { retryAfterSeconds } = takeLocally(bucket, 0)
      assert.ok(takeLocally(bucket, retryAfterSeconds * 1000 + 1).allowed)
    }),
  )
})

test('a bucket never holds more than its burst, nor less for a clock that steps back', () => {
  const bucket = bucketOf(newBuckets('read', { perMinute: 600, burst: 120 }), 'ins_1', 1_000_000)
  assert.equal(levelAt(bucket, 9_000_000), 120)
  assert.equal(levelAt({ ...bucket, level: 10 }, 999_000), 10)
})

test('a limit that allows nothing is a mistake in the settings', () => {
  for (const limit of [
    { perMinute: 0, burst: 1 },
    { perMinute: 1, burst: 0 },
    { perMinute: Number.NaN, burst: 1 },
  ])
    assert.throws(() => newBuckets('read', limit), RangeError)
})

test('forgets the buckets of quiet installations, and none that is owed a token or owes one', () => {
  const buckets = newBuckets('read', { perMinute: 600, burst: 120 })
  const emptied = bucketOf(buckets, 'emptied', 0)
  const unreported = bucketOf(buckets, 'unreported', 0)
  const waitedFor = bucketOf(buckets, 'waited for', 0)
  emptied.level = 0
  unreported.unreported = 1
  waitedFor.waiting++
  for (let index = 0; index < 100_000; index++) takeLocally(bucketOf(buckets, `ins_${index}`, index), index)
  assert.ok(buckets.byInstallation.size < 3_000, `${buckets.byInstallation.size}`)
  assert.equal(bucketOf(buckets, 'unreported', 0), unreported)
  assert.equal(bucketOf(buckets, 'waited for', 0), waitedFor)
  assert.notEqual(bucketOf(buckets, 'emptied', 100_000), emptied)
})
