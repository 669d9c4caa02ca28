import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { addDays, localDate, MINUTE_MS, startOfDay } from '../../kernel/values/zone.ts'
import { diaries } from './hours.arbitrary.ts'
import { type BranchHours, type DoctorHours, isWithinHours, outsideHours, workingIntervals } from './hours.ts'
import type { Interval } from './intervals.ts'
import { availabilityDays, type Diary, freeStarts, type Slot } from './slots.ts'

const SUNDAY = '2026-08-02'

/** Nine to noon in Riyadh (UTC+3), closed on Fridays. */
const MORNINGS: BranchHours = {
  timeZone: 'Asia/Riyadh',
  opens: Array(7).fill('09:00'),
  closes: Array(7).fill('12:00'),
  closedDays: [5],
  holidays: [],
  breaks: [],
  periods: [],
}

const HOURLY: DoctorHours = { shifts: [], periodShifts: [], slotMinutes: 60, timeOff: [] }

const LONG_BEFORE = Date.parse('2026-01-01T00:00:00Z')

/** The free slots of one date. */
function freeSlots({ date, ...diary }: Diary & { date: string }): Slot[] {
  return availabilityDays({ ...diary, from: date, days: 1 }).flatMap(day => day.slots)
}

function span(start: string, end: string): Interval {
  return { start: Date.parse(start), end: Date.parse(end) }
}

function starts(slots: Slot[]): string[] {
  return slots.map(({ start }) => start.slice(5, 16))
}

function sunday(
  changes: { branch?: BranchHours; doctor?: DoctorHours; busy?: Interval[]; now?: number } = {},
): string[] {
  return starts(freeSlots({ branch: MORNINGS, doctor: HOURLY, busy: [], now: LONG_BEFORE, date: SUNDAY, ...changes }))
}

test('offers UTC instants with three fraction digits', () => {
  const slots = freeSlots({ branch: MORNINGS, doctor: HOURLY, busy: [], now: LONG_BEFORE, date: SUNDAY })
  assert.deepEqual(slots, [
    { start: '2026-08-02T06:00:00.000Z', end: '2026-08-02T07:00:00.000Z' },
    { start: '2026-08-02T07:00:00.000Z', end: '2026-08-02T08:00:00.000Z' },
    { start: '2026-08-02T08:00:00.000Z', end: '2026-08-02T09:00:00.000Z' },
  ])
})

test('does not offer a slot that overlaps a booking, and offers the ones that touch it', () => {
  assert.deepEqual(sunday({ busy: [span('2026-08-02T07:00:00Z', '2026-08-02T08:00:00Z')] }), [
    '08-02T06:00',
    '08-02T08:00',
  ])
  assert.deepEqual(sunday({ busy: [span('2026-08-02T06:59:00Z', '2026-08-02T07:01:00Z')] }), ['08-02T08:00'])
  assert.deepEqual(sunday({ busy: [span('2026-08-01T00:00:00Z', '2026-08-03T00:00:00Z')] }), [])
})

test('does not offer a slot that overlaps time off, and keeps to the grid behind it', () => {
  const away = { ...HOURLY, timeOff: [{ start: '2026-08-02T06:00:00.000Z', end: '2026-08-02T06:20:00.000Z' }] }
  assert.deepEqual(sunday({ doctor: away }), ['08-02T07:00', '08-02T08:00'])
})

test('does not offer a slot that has begun', () => {
  assert.deepEqual(sunday({ now: Date.parse('2026-08-02T06:59:59.999Z') }), ['08-02T07:00', '08-02T08:00'])
  assert.deepEqual(sunday({ now: Date.parse('2026-08-02T07:00:00Z') }), ['08-02T08:00'])
})

test('leaves the rest of a shift that is too short for a slot', () => {
  assert.deepEqual(sunday({ doctor: { ...HOURLY, slotMinutes: 50 } }), ['08-02T06:00', '08-02T06:50', '08-02T07:40'])
  assert.deepEqual(sunday({ doctor: { ...HOURLY, slotMinutes: 181 } }), [])
})

test('begins the grid of each shift with the shift', () => {
  const split = [
    { weekday: 0, startMinute: 555, endMinute: 620 },
    { weekday: 0, startMinute: 640, endMinute: 705 },
  ]
  assert.deepEqual(sunday({ doctor: { ...HOURLY, shifts: split } }), ['08-02T06:15', '08-02T07:40'])
})

test('lists a slot after midnight on the date on which it starts', () => {
  const late = { ...MORNINGS, opens: Array(7).fill('22:30'), closes: Array(7).fill('01:30'), closedDays: [1] }
  const days = availabilityDays({ branch: late, doctor: HOURLY, busy: [], now: LONG_BEFORE, from: SUNDAY, days: 2 })
  assert.deepEqual(
    days.map(({ date, slots }) => [date, starts(slots)]),
    [
      ['2026-08-02', ['08-01T21:30', '08-02T19:30', '08-02T20:30']],
      ['2026-08-03', ['08-02T21:30']],
    ],
  )
})

test('lists every day, also without slots', () => {
  const days = availabilityDays({ branch: MORNINGS, doctor: HOURLY, busy: [], now: LONG_BEFORE, from: SUNDAY, days: 7 })
  assert.deepEqual(
    days.map(({ date, slots }) => `${date} ${slots.length}`),
    ['2026-08-02 3', '2026-08-03 3', '2026-08-04 3', '2026-08-05 3', '2026-08-06 3', '2026-08-07 0', '2026-08-08 3'],
  )
})

test('offers the hour that occurs twice twice and the hour that is skipped never', () => {
  const night = {
    ...MORNINGS,
    timeZone: 'Europe/Berlin',
    opens: Array(7).fill('01:00'),
    closes: Array(7).fill('04:00'),
  }
  const on = (date: string) => starts(freeSlots({ branch: night, doctor: HOURLY, busy: [], now: LONG_BEFORE, date }))
  assert.deepEqual(on('2026-03-29'), ['03-29T00:00', '03-29T01:00'])
  assert.deepEqual(on('2026-10-25'), ['10-24T23:00', '10-25T00:00', '10-25T01:00', '10-25T02:00'])
})

test('refuses a slot length that no diary can have', () => {
  for (const slotMinutes of [0, -30, 7.5, Number.NaN, Infinity]) {
    assert.throws(() => sunday({ doctor: { ...HOURLY, slotMinutes } }), RangeError)
  }
})

test('whatever is offered can be booked', () => {
  fc.assert(
    fc.property(diaries, diary => {
      const { branch, doctor, busy, now, date } = diary
      let free = now + 1
      for (const slot of freeSlots(diary)) {
        const { start, end } = span(slot.start, slot.end)
        assert.deepEqual(slot, { start: new Date(start).toISOString(), end: new Date(end).toISOString() })
        assert.equal(end - start, doctor.slotMinutes * MINUTE_MS)
        assert.ok(start >= free, 'in the future and after the slot before')
        free = end
        assert.ok(isWithinHours(branch, doctor, { start, end }))
        assert.ok(!busy.some(taken => taken.start < end && start < taken.end))
        assert.equal(localDate(start, branch.timeZone), date)
      }
    }),
    { numRuns: 2000 },
  )
})

test('a visit of any length may begin wherever it is offered on the grid of the clinic, and wherever it may it is offered', () => {
  const wishes = fc.record({
    gridMs: fc.constantFrom(5, 10, 15, 20, 30).map(minutes => minutes * MINUTE_MS),
    lengthMs: fc.integer({ min: 1, max: 48 }).map(count => count * 5 * MINUTE_MS),
  })
  fc.assert(
    fc.property(diaries, wishes, ({ date, ...diary }, { gridMs, lengthMs }) => {
      const { branch, doctor, busy, now } = diary
      const midnight = startOfDay(date, branch.timeZone)
      const end = startOfDay(addDays(date, 1), branch.timeZone)
      const all = Array.from({ length: Math.ceil((end - midnight) / gridMs) }, (_, place) => midnight + place * gridMs)
      const expected = all.filter(start => {
        const visit = { start, end: start + lengthMs }
        const isFree = !busy.some(taken => taken.start < visit.end && visit.start < taken.end)
        return start > now && isFree && outsideHours(branch, doctor, visit) === null
      })
      assert.deepEqual(freeStarts(diary, { from: date, days: 1, gridMs, lengthMs }), expected)
    }),
    { numRuns: 500 },
  )
})

test('offers every free place on the grid of every shift, in order and once', () => {
  fc.assert(
    fc.property(diaries, diary =>
      assert.deepEqual(
        freeSlots(diary).map(({ start }) => Date.parse(start)),
        gridOf(diary),
      ),
    ),
    { numRuns: 2000 },
  )
})

test('gives a day the same slots alone and among others', () => {
  fc.assert(
    fc.property(diaries, fc.integer({ min: 1, max: 5 }), ({ date, ...diary }, days) => {
      const listed = availabilityDays({ ...diary, from: addDays(date, -2), days })
      assert.equal(listed.length, days)
      for (const day of listed) assert.deepEqual(day.slots, freeSlots({ ...diary, date: day.date }))
    }),
    { numRuns: 300 },
  )
})

/** The same slots the slow way: walk the grid of each shift and test every place on it. */
function gridOf({ branch, doctor, busy, now, date }: Parameters<typeof freeSlots>[0]): number[] {
  const lengthMs = doctor.slotMinutes * MINUTE_MS
  const places: number[] = []
  for (const shift of [addDays(date, -1), date].flatMap(day =>
    workingIntervals(branch, { ...doctor, timeOff: [] }, day),
  )) {
    for (let start = shift.start; start + lengthMs <= shift.end; start += lengthMs) places.push(start)
  }
  const taken = [...busy, ...doctor.timeOff.map(({ start, end }) => span(start, end))]
  return places
    .filter(start => start > now && localDate(start, branch.timeZone) === date)
    .filter(start => !taken.some(other => other.start < start + lengthMs && start < other.end))
    .sort((a, b) => a - b)
}
