import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type DateProblem, dateProblem, dateRange } from './date-range.ts'

/** In Riyadh it is already the 29th. */
const NOW = Date.parse('2026-07-28T22:00:00Z')

test('gives availability from today to 60 days ahead on the calendar of the clinic', () => {
  const cases: [string, string, DateProblem | null][] = [
    ['2026-07-28', 'Asia/Riyadh', 'in_the_past'],
    ['2026-07-28', 'America/New_York', null],
    ['2026-07-29', 'Asia/Riyadh', null],
    ['2026-09-27', 'Asia/Riyadh', null],
    ['2026-09-27', 'America/New_York', 'too_far_ahead'],
    ['2026-09-28', 'Asia/Riyadh', 'too_far_ahead'],
    ['9999-12-31', 'Asia/Riyadh', 'too_far_ahead'],
  ]
  for (const [date, zone, problem] of cases) assert.equal(dateProblem(date, NOW, zone), problem, `${date} ${zone}`)
})

test('answers for the date asked for, or for the days from today, seven by default', () => {
  assert.deepEqual(dateRange({ date: '2026-08-02', days: 30 }, NOW, 'Asia/Riyadh'), { from: '2026-08-02', days: 1 })
  assert.deepEqual(dateRange({ days: 30 }, NOW, 'Asia/Riyadh'), { from: '2026-07-29', days: 30 })
  assert.deepEqual(dateRange({}, NOW, 'America/New_York'), { from: '2026-07-28', days: 7 })
})
