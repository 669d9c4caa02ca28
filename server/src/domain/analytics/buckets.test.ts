import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { localDate, startOfDay, weekdayOf } from '../../kernel/values/zone.ts'
import { bucketsOf } from './buckets.ts'

const at = (text: string) => Date.parse(text)
const riyadh = { timeZone: 'Asia/Riyadh', firstDayOfWeek: 0 }

test('days are those of the clinic’s calendar, the first and the last cut to the span', () => {
  const span = { start: at('2026-11-20T20:00:00Z'), end: at('2026-11-22T06:00:00Z') }
  assert.deepEqual(bucketsOf(span, { ...riyadh, interval: 'day' }), [
    { date: '2026-11-20', start: span.start, end: at('2026-11-20T21:00:00Z') },
    { date: '2026-11-21', start: at('2026-11-20T21:00:00Z'), end: at('2026-11-21T21:00:00Z') },
    { date: '2026-11-22', start: at('2026-11-21T21:00:00Z'), end: span.end },
  ])
})

test('weeks begin on the clinic’s first day, months on the first; both are named by that day', () => {
  const span = { start: at('2026-01-30T00:00:00+03:00'), end: at('2026-02-09T00:00:00+03:00') }
  const dates = (interval: 'week' | 'month', firstDayOfWeek: number) =>
    bucketsOf(span, { ...riyadh, interval, firstDayOfWeek }).map(({ date }) => date)
  assert.deepEqual(dates('week', 0), ['2026-01-25', '2026-02-01', '2026-02-08'])
  assert.deepEqual(dates('week', 6), ['2026-01-24', '2026-01-31', '2026-02-07'])
  assert.deepEqual(dates('month', 0), ['2026-01-01', '2026-02-01'])
})

test('whatever the span and the zone, buckets follow each other without a gap, each within its own day, week or month', () => {
  const minute = fc.integer({ min: at('2025-01-01T00:00:00Z') / 60_000, max: at('2027-12-31T00:00:00Z') / 60_000 })
  const zone = fc.constantFrom('Asia/Riyadh', 'Europe/Berlin', 'Asia/Kathmandu', 'America/Sao_Paulo', 'Africa/Cairo')
  const interval = fc.constantFrom('day' as const, 'week' as const, 'month' as const)
  fc.assert(
    fc.property(
      minute,
      fc.integer({ min: 1, max: 366 * 1440 }),
      zone,
      interval,
      fc.integer({ min: 0, max: 6 }),
      (first, minutes, timeZone, each, firstDayOfWeek) => {
        const span = { start: first * 60_000, end: (first + minutes) * 60_000 }
        const buckets = bucketsOf(span, { interval: each, timeZone, firstDayOfWeek })
        assert.deepEqual([buckets[0]?.start, buckets.at(-1)?.end], [span.start, span.end])
        for (const [index, { date, start, end }] of buckets.entries()) {
          assert.ok(start < end)
          if (index > 0) assert.deepEqual([start, start], [buckets[index - 1]?.end, startOfDay(date, timeZone)])
          const last = localDate(end - 1, timeZone)
          if (each === 'day') assert.equal(last, date)
          if (each === 'month') assert.deepEqual([date.slice(8), last.slice(0, 7)], ['01', date.slice(0, 7)])
          if (each === 'week') {
            assert.equal(weekdayOf(date), firstDayOfWeek)
            assert.ok(at(last) - at(date) < 7 * 86_400_000)
          }
        }
      },
    ),
    { numRuns: 60 },
  )
})
