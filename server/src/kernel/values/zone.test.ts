import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { addDays, datesFrom, localDate, startOfDay, todayIn, wallClock, weekdayOf } from './zone.ts'

const utc = (instantMs: number) => new Date(instantMs).toISOString()

const shown = (date: string, minute: number, timeZone: string) => utc(wallClock(date, timeZone)(minute))

test('takes the date from the clinic, not from UTC', () => {
  const instant = Date.parse('2026-07-28T22:30:00Z')
  assert.equal(localDate(instant, 'Asia/Riyadh'), '2026-07-29')
  assert.equal(localDate(instant, 'America/New_York'), '2026-07-28')
})

test('tells the date now in every zone, as often as it is asked', () => {
  for (const timeZone of ['Asia/Kuwait', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Asia/Kuwait']) {
    const before = localDate(Date.now(), timeZone)
    const today = todayIn(timeZone)
    assert.ok([before, localDate(Date.now(), timeZone)].includes(today))
  }
})

test('begins a day at its first instant, also where midnight is skipped', () => {
  assert.equal(utc(startOfDay('2026-07-29', 'Asia/Kuwait')), '2026-07-28T21:00:00.000Z')
  assert.equal(utc(startOfDay('2026-04-24', 'Africa/Cairo')), '2026-04-23T22:00:00.000Z')
  assert.equal(utc(startOfDay('2026-04-25', 'Africa/Cairo')), '2026-04-24T21:00:00.000Z')
})

test('counts days over months, years and leap days', () => {
  assert.equal(addDays('2026-12-31', 1), '2027-01-01')
  assert.equal(addDays('2028-03-01', -1), '2028-02-29')
  assert.deepEqual(datesFrom('2026-02-27', 3), ['2026-02-27', '2026-02-28', '2026-03-01'])
})

test('numbers weekdays from Sunday', () => {
  assert.deepEqual(datesFrom('2026-08-02', 7).map(weekdayOf), [0, 1, 2, 3, 4, 5, 6])
})

test('reads a skipped minute as the moment of the jump', () => {
  const jump = '2026-03-29T01:00:00.000Z'
  assert.equal(shown('2026-03-29', 120, 'Europe/Berlin'), jump)
  assert.equal(shown('2026-03-29', 150, 'Europe/Berlin'), jump)
  assert.equal(shown('2026-03-29', 180, 'Europe/Berlin'), jump)
  assert.equal(shown('2026-03-28', 1440 + 150, 'Europe/Berlin'), jump)
  assert.equal(shown('2026-04-24', 0, 'Africa/Cairo'), '2026-04-23T22:00:00.000Z')
  assert.equal(shown('2026-04-24', 30, 'Africa/Cairo'), '2026-04-23T22:00:00.000Z')
  assert.equal(shown('2026-10-04', 135, 'Australia/Lord_Howe'), '2026-10-03T15:30:00.000Z')
})

test('reads a minute that occurs twice as the first of the two', () => {
  assert.equal(shown('2026-10-25', 150, 'Europe/Berlin'), '2026-10-25T00:30:00.000Z')
  assert.equal(shown('2026-10-25', 180, 'Europe/Berlin'), '2026-10-25T02:00:00.000Z')
  assert.equal(shown('2026-10-29', 1410, 'Africa/Cairo'), '2026-10-29T20:30:00.000Z')
  assert.equal(shown('2026-10-29', 1440, 'Africa/Cairo'), '2026-10-29T22:00:00.000Z')
  assert.equal(shown('2026-04-05', 105, 'Australia/Lord_Howe'), '2026-04-04T14:45:00.000Z')
})

test('gives for every minute of a clock change the first instant that shows it or a later one', () => {
  const changes = fc.constantFrom(
    ['Europe/Berlin', '2026-03-28'] as const,
    ['Europe/Berlin', '2026-10-25'] as const,
    ['Africa/Cairo', '2026-04-23'] as const,
    ['Africa/Cairo', '2026-10-29'] as const,
    ['Australia/Lord_Howe', '2026-04-04'] as const,
    ['Australia/Lord_Howe', '2026-10-03'] as const,
    ['Asia/Riyadh', '2026-06-01'] as const,
  )
  fc.assert(
    fc.property(changes, fc.integer({ min: 1, max: 2880 }), ([timeZone, date], minute) => {
      const instant = wallClock(date, timeZone)(minute)
      const wall = Temporal.PlainDate.from(date).toPlainDateTime().add({ minutes: minute })
      const reading = (instantMs: number) =>
        Temporal.Instant.fromEpochMilliseconds(instantMs).toZonedDateTimeISO(timeZone).toPlainDateTime()
      assert.ok(Temporal.PlainDateTime.compare(reading(instant), wall) >= 0)
      assert.ok(Temporal.PlainDateTime.compare(reading(instant - 1), wall) < 0)
    }),
    { numRuns: 500 },
  )
})
