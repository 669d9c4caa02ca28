import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { afterQuiet, dueAt, lookAheadMs } from './reminder-time.ts'

const HOUR = 3_600_000
const zone = fc.constantFrom('Asia/Riyadh', 'Africa/Cairo', 'America/Los_Angeles', 'Pacific/Auckland', 'Asia/Kolkata')
const instant = fc.integer({ min: Date.parse('2026-01-01T00:00Z'), max: Date.parse('2027-12-31T00:00Z') })
const time = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map(([hours, minutes]) => `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`)
const quiet = fc
  .tuple(time, time)
  .filter(([from, until]) => from !== until)
  .map(([quietFrom, quietUntil]) => ({ quietFrom, quietUntil }))
const NONE = { quietFrom: null, quietUntil: null }
const rule = fc.oneof(
  fc.integer({ min: 15, max: 20_160 }).map(minutes_before => ({ minutes_before, days_before: null, at_time: null })),
  fc
    .tuple(fc.integer({ min: 1, max: 14 }), time)
    .map(([days_before, at_time]) => ({ minutes_before: null, days_before, at_time })),
)
const clockOf = (at: number, timeZone: string) =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).toPlainTime().toString().slice(0, 5)

test('what falls into the quiet hours waits for their end, nothing else waits, and nothing waits a day', () => {
  fc.assert(
    fc.property(instant, quiet, zone, (at, hours, timeZone) => {
      const after = afterQuiet(at, hours, timeZone)
      assert.ok(after >= at && after - at <= 25 * HOUR)
      if (after > at) assert.equal(afterQuiet(after, hours, timeZone), after)
      assert.equal(afterQuiet(at, NONE, timeZone), at)
    }),
  )
  const night = { quietFrom: '21:00', quietUntil: '08:00' }
  const at = (text: string) => Date.parse(`${text}:00+03:00`)
  assert.equal(afterQuiet(at('2026-12-01T23:30'), night, 'Asia/Riyadh'), at('2026-12-02T08:00'))
  assert.equal(afterQuiet(at('2026-12-02T07:59'), night, 'Asia/Riyadh'), at('2026-12-02T08:00'))
  assert.equal(afterQuiet(at('2026-12-02T08:00'), night, 'Asia/Riyadh'), at('2026-12-02T08:00'))
})

test('so many days before is counted on the calendar of the clinic, at its clocks, whatever they were set to meanwhile', () => {
  const days = { minutes_before: null, days_before: 1, at_time: '18:00' }
  // Clocks in Cairo are set back on the last Friday of October.
  assert.equal(
    dueAt(days, Date.parse('2026-10-30T08:00:00Z'), NONE, 'Africa/Cairo'),
    Date.parse('2026-10-29T15:00:00Z'),
  )
  fc.assert(
    fc.property(instant, fc.integer({ min: 1, max: 14 }), time, zone, (startsAt, days_before, at_time, timeZone) => {
      const due = dueAt({ minutes_before: null, days_before, at_time }, startsAt, NONE, timeZone)
      const [hour] = [clockOf(due, timeZone).slice(0, 2)]
      // But where that time is none on the day, because clocks are set forward over it.
      assert.ok(Math.abs(Number(hour) - Number(at_time.slice(0, 2))) <= 1)
    }),
  )
})

test('a rule looks far enough ahead for everything that is due', () => {
  fc.assert(
    fc.property(instant, rule, zone, (startsAt, one, timeZone) => {
      assert.ok(startsAt - dueAt(one, startsAt, NONE, timeZone) <= lookAheadMs(one))
    }),
  )
})
