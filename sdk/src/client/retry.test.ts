import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { errorFrom } from '../errors.ts'
import { retryAfterSeconds, waitBefore } from './retry.ts'
import { SYSTEM } from './timing.ts'

const NOW = Date.parse('2026-11-25T08:00:00Z')
const failed = (attempts: number, asked?: number, retryable = true) =>
  errorFrom({
    code: 'service_unavailable',
    message: '',
    operation: 'tasks.create',
    status: 503,
    attempts,
    retryable,
    mayHaveHappened: true,
    retryAfterSeconds: asked,
  })
const drawing = (draw: number) => ({ ...SYSTEM, random: () => draw })

test('waits spread over all of a span that doubles, and never exceed eight seconds', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 40 }),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      (n, draw) => {
        const bound = Math.min(8000, 250 * 2 ** (n - 1))
        const wait = waitBefore(failed(n), 100, drawing(draw))
        assert.equal(wait, Math.round(draw * bound))
      },
    ),
  )
})

test('Retry-After decides, in seconds or as an instant; what is longer than a minute is left to the caller', () => {
  assert.equal(retryAfterSeconds('3', NOW), 3)
  assert.equal(retryAfterSeconds('Wed, 25 Nov 2026 08:00:30 GMT', NOW), 30)
  assert.equal(retryAfterSeconds('Wed, 25 Nov 2026 07:00:00 GMT', NOW), 0)
  for (const none of [null, '', 'soon']) assert.equal(retryAfterSeconds(none, NOW), undefined)
  assert.equal(waitBefore(failed(1, 7), 2, drawing(0.9)), 7000)
  assert.equal(waitBefore(failed(1, 61), 2, drawing(0.9)), undefined)
})

test('what cannot succeed later is not tried again, nor more often than it may be', () => {
  assert.equal(waitBefore(failed(1, undefined, false), 2, drawing(0)), undefined)
  assert.equal(waitBefore(failed(2), 2, drawing(0)), 0)
  assert.equal(waitBefore(failed(3), 2, drawing(0)), undefined)
  assert.equal(waitBefore(failed(1), 0, drawing(0)), undefined)
})
