import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isTooLate, leastAheadMs } from './too-late.ts'

const HOUR = 3_600_000

test('an hour after it was due, or half an hour before the visit, no patient is reminded any more; a short rule has half of its time', () => {
  const startsAt = Date.parse('2026-12-02T12:00:00Z')
  const due = startsAt - 24 * HOUR
  assert.equal(isTooLate({ dueAt: due, startsAt, minutesBefore: 1_440 }, due + HOUR), false)
  assert.equal(isTooLate({ dueAt: due, startsAt, minutesBefore: 1_440 }, due + HOUR + 1), true)
  assert.equal(isTooLate({ dueAt: startsAt - HOUR, startsAt, minutesBefore: 1_440 }, startsAt - HOUR / 2), false)
  assert.equal(isTooLate({ dueAt: startsAt - HOUR, startsAt, minutesBefore: 1_440 }, startsAt - HOUR / 2 + 1), true)
  assert.equal(leastAheadMs(20), HOUR / 6)
})
