import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { addDays, MINUTE_MS, startOfDay, weekdayOf } from '../../kernel/values/zone.ts'
import { diaries } from './hours.arbitrary.ts'
import {
  type BranchHours,
  type DoctorHours,
  isWithinHours,
  outsideHours,
  type Period,
  type Shift,
  type Week,
  type WeekShift,
  workingIntervals,
} from './hours.ts'

const SUNDAY = '2026-08-02'
const MONDAY = '2026-08-03'
const THURSDAY = '2026-08-06'
const FRIDAY = '2026-08-07'

/** Nine to five in Riyadh (UTC+3), closed on Fridays. */
function branch(changes: Partial<BranchHours> = {}): BranchHours {
  return {
    timeZone: 'Asia/Riyadh',
    opens: Array(7).fill('09:00'),
    closes: Array(7).fill('17:00'),
    closedDays: [5],
    holidays: [],
    breaks: [],
    periods: [],
    ...changes,
  }
}

function doctor(changes: Partial<DoctorHours> = {}): DoctorHours {
  return { shifts: [], periodShifts: [], slotMinutes: 30, timeOff: [], ...changes }
}

/** Working times as the clinic's wall clock shows them, `MM-DDTHH:mm`. */
function walls(hours: BranchHours, who: DoctorHours, date: string): string[] {
  const wall = (instantMs: number) =>
    Temporal.Instant.fromEpochMilliseconds(instantMs)
      .toZonedDateTimeISO(hours.timeZone)
      .toPlainDateTime()
      .toString()
      .slice(5, 16)
  return workingIntervals(hours, who, date).map(({ start, end }) => `${wall(start)} ${wall(end)}`)
}

function lengths(hours: BranchHours, date: string): number[] {
  return workingIntervals(hours, doctor(), date).map(({ start, end }) => (end - start) / MINUTE_MS)
}

function open(timeZone: string, opens: string, closes: string): BranchHours {
  return branch({ timeZone, opens: Array(7).fill(opens), closes: Array(7).fill(closes), closedDays: [] })
}

test('a doctor without shifts works the hours of the branch', () => {
  assert.deepEqual(walls(branch(), doctor(), SUNDAY), ['08-02T09:00 08-02T17:00'])
})

test('a doctor works where the shift and the opening hours overlap, on the weekday of the shift', () => {
  const split = doctor({
    shifts: [
      { weekday: 0, startMinute: 8 * 60, endMinute: 12 * 60 },
      { weekday: 0, startMinute: 16 * 60, endMinute: 20 * 60 },
    ],
  })
  assert.deepEqual(walls(branch(), split, SUNDAY), ['08-02T09:00 08-02T12:00', '08-02T16:00 08-02T17:00'])
  assert.deepEqual(walls(branch(), split, MONDAY), [])
})

test('no doctor works without opening hours, on a closed day or on a holiday', () => {
  const cases: [string, BranchHours, string][] = [
    ['no opening time', branch({ opens: [null, ...Array(6).fill('09:00')] }), SUNDAY],
    ['no closing time', branch({ closes: ['', ...Array(6).fill('17:00')] }), SUNDAY],
    ['closed day', branch(), FRIDAY],
    ['holiday', branch({ holidays: [20260802] }), SUNDAY],
  ]
  const always = doctor({
    shifts: Array.from({ length: 7 }, (_, weekday) => ({ weekday, startMinute: 0, endMinute: 1440 })),
  })
  for (const [why, hours, date] of cases) {
    assert.deepEqual(workingIntervals(hours, doctor(), date), [], why)
    assert.deepEqual(workingIntervals(hours, always, date), [], why)
  }
})

const between = (weekday: number, from: number, until: number): WeekShift => ({
  weekday,
  startMinute: from * 60,
  endMinute: until * 60,
})

test('breaks are taken out of the hours of their weekday, for every doctor', () => {
  const hours = branch({ breaks: [between(0, 12, 13), between(0, 15, 15.5), between(1, 9, 17)] })
  const early = doctor({ shifts: [between(0, 8, 12.5), between(1, 8, 12.5)] })
  const sunday = ['08-02T09:00 08-02T12:00', '08-02T13:00 08-02T15:00', '08-02T15:30 08-02T17:00']
  assert.deepEqual(walls(hours, doctor(), SUNDAY), sunday)
  assert.deepEqual(walls(hours, early, SUNDAY), ['08-02T09:00 08-02T12:00'])
  assert.deepEqual(walls(hours, doctor(), MONDAY), [])
})

test('a break after midnight may be written on either day', () => {
  const late = (pause: WeekShift) => branch({ ...open('Asia/Riyadh', '20:00', '02:00'), breaks: [pause] })
  for (const pause of [between(0, 24, 25), between(1, 0, 1)])
    assert.deepEqual(walls(late(pause), doctor(), SUNDAY), ['08-02T20:00 08-03T00:00', '08-03T01:00 08-03T02:00'])
})

/** From Monday to Thursday evenings alone, also on a day that is closed in other weeks; on Wednesday closed. */
const EVENINGS: Period = {
  ...{ id: 'period', from: MONDAY, until: '2026-08-07' },
  opens: Array.from({ length: 7 }, (_, day) => (day === 3 ? '' : '20:00')),
  closes: Array(7).fill('02:00'),
  breaks: [between(1, 21, 22)],
}

test('in a period its hours and breaks hold instead of the week of the branch, and a holiday is one there, too', () => {
  const hours = branch({ breaks: [between(1, 20, 23)], periods: [EVENINGS], holidays: [20260806] })
  assert.deepEqual(walls(hours, doctor(), SUNDAY), ['08-02T09:00 08-02T17:00'])
  assert.deepEqual(walls(hours, doctor(), MONDAY), ['08-03T20:00 08-03T21:00', '08-03T22:00 08-04T02:00'])
  assert.deepEqual(walls(hours, doctor(), '2026-08-05'), [])
  assert.deepEqual(walls(hours, doctor(), THURSDAY), [])
  assert.deepEqual(walls(hours, doctor(), FRIDAY), ['08-07T20:00 08-08T02:00'])
  assert.deepEqual(walls(hours, doctor(), '2026-08-08'), ['08-08T09:00 08-08T17:00'])
})

test('a doctor without shifts in a period works its hours; shifts of other weeks say nothing of it', () => {
  const hours = branch({ periods: [EVENINGS] })
  const mornings = doctor({ shifts: [0, 1, 2].map(day => between(day, 9, 12)) })
  assert.deepEqual(walls(hours, mornings, SUNDAY), ['08-02T09:00 08-02T12:00'])
  assert.deepEqual(walls(hours, mornings, '2026-08-04'), ['08-04T20:00 08-05T02:00'])
  const own = { ...mornings, periodShifts: [{ ...between(2, 22, 25), periodId: 'period' }] }
  assert.deepEqual(walls(hours, own, '2026-08-04'), ['08-04T22:00 08-05T01:00'])
  assert.deepEqual(walls(hours, own, FRIDAY), [])
})

test('says why a time is outside the hours, of the branch first', () => {
  const hours = branch({ holidays: [20260803], breaks: [between(0, 12, 13)] })
  const away = [{ start: '2026-08-02T06:00:00.000Z', end: '2026-08-02T07:00:00.000Z' }]
  const who = doctor({ shifts: [between(0, 9, 14), between(1, 9, 14)], timeOff: away })
  const why = (date: string, from: number) => {
    const start = startOfDay(date, hours.timeZone) + from * 60 * MINUTE_MS
    return outsideHours(hours, who, { start, end: start + 30 * MINUTE_MS })
  }
  const asked = [8, 9, 10, 12, 13.75, 14, 16.75].map(from => why(SUNDAY, from))
  assert.deepEqual(asked, ['closed', 'away', null, 'closed', 'off', 'off', 'closed'])
  assert.deepEqual([why(MONDAY, 10), why(FRIDAY, 10)], ['holiday', 'closed'])
})

test('a closing time that is not after the opening time is on the next day', () => {
  assert.deepEqual(walls(open('Asia/Riyadh', '20:00', '02:00'), doctor(), SUNDAY), ['08-02T20:00 08-03T02:00'])
  assert.deepEqual(walls(open('Asia/Riyadh', '09:00', '00:00'), doctor(), SUNDAY), ['08-02T09:00 08-03T00:00'])
  assert.deepEqual(lengths(open('Asia/Riyadh', '00:00', '00:00'), SUNDAY), [1440])
})

test('an evening runs on into a closed day, and a closed day does not run on into the next', () => {
  const late = branch({ opens: Array(7).fill('20:00'), closes: Array(7).fill('02:00') })
  const friday = startOfDay(FRIDAY, late.timeZone)
  assert.deepEqual(walls(late, doctor(), THURSDAY), ['08-06T20:00 08-07T02:00'])
  assert.equal(isWithinHours(late, doctor(), { start: friday, end: friday + 60 * MINUTE_MS }), true)
  assert.equal(
    isWithinHours(late, doctor(), { start: friday + 1440 * MINUTE_MS, end: friday + 1500 * MINUTE_MS }),
    false,
  )
})

test('a doctor on duty after midnight may have it written on either day', () => {
  const late = open('Asia/Riyadh', '20:00', '02:00')
  const asEvening = doctor({ shifts: [{ weekday: 0, startMinute: 1260, endMinute: 1530 }] })
  const asTwoDays = doctor({
    shifts: [
      { weekday: 0, startMinute: 1260, endMinute: 1440 },
      { weekday: 1, startMinute: 0, endMinute: 90 },
    ],
  })
  assert.deepEqual(walls(late, asEvening, SUNDAY), ['08-02T21:00 08-03T01:30'])
  assert.deepEqual(walls(late, asTwoDays, SUNDAY), ['08-02T21:00 08-03T01:30'])
})

test('a shift ends at the latest at midnight of the next day', () => {
  const endless = doctor({ shifts: [{ weekday: 0, startMinute: 600, endMinute: 99_999 }] })
  const always = branch({ ...open('Asia/Riyadh', '00:00', '00:00') })
  assert.deepEqual(walls(always, endless, SUNDAY), ['08-02T10:00 08-03T00:00'])
  assert.deepEqual(walls(always, endless, MONDAY), ['08-03T00:00 08-04T00:00'])
  assert.deepEqual(walls(always, endless, '2026-08-04'), [])
})

test('a minute in the shifts of two days belongs to the earlier one', () => {
  const long = branch({ opens: ['20:00', ...Array(6).fill('09:00')], closes: ['10:00', ...Array(6).fill('17:00')] })
  assert.deepEqual(walls(long, doctor(), SUNDAY), ['08-02T20:00 08-03T10:00'])
  assert.deepEqual(walls(long, doctor(), MONDAY), ['08-03T10:00 08-03T17:00'])
})

test('time off is taken out', () => {
  const away = doctor({
    timeOff: [
      { start: '2026-08-02T09:00:00.000Z', end: '2026-08-02T10:00:00.000Z' },
      { start: '2026-08-02T13:30:00.000Z', end: '2026-08-04T00:00:00.000Z' },
    ],
  })
  assert.deepEqual(walls(branch(), away, SUNDAY), ['08-02T09:00 08-02T12:00', '08-02T13:00 08-02T16:30'])
  assert.deepEqual(walls(branch(), away, MONDAY), [])
})

test('a shift keeps its wall-clock times over a change of the clock', () => {
  const cases: [string, string, string, string, number][] = [
    ['Europe/Berlin', '2026-03-29', '01:00', '05:00', 180],
    ['Europe/Berlin', '2026-10-25', '01:00', '05:00', 300],
    ['Europe/Berlin', '2026-03-28', '22:00', '04:00', 300],
    ['America/New_York', '2026-03-08', '00:00', '06:00', 300],
    ['America/New_York', '2026-10-31', '20:00', '03:00', 480],
    ['Australia/Lord_Howe', '2026-10-04', '01:00', '04:00', 150],
    ['Australia/Lord_Howe', '2026-04-05', '01:00', '04:00', 210],
    ['Africa/Cairo', '2026-04-24', '00:00', '04:00', 180],
    ['Africa/Cairo', '2026-10-29', '20:00', '00:00', 300],
    ['Asia/Riyadh', '2026-03-29', '01:00', '05:00', 240],
  ]
  for (const [timeZone, date, opens, closes, minutes] of cases) {
    assert.deepEqual(lengths(open(timeZone, opens, closes), date), [minutes], `${timeZone} ${date} ${opens}`)
  }
  assert.deepEqual(walls(open('Europe/Berlin', '09:00', '17:00'), doctor(), '2026-03-29'), ['03-29T09:00 03-29T17:00'])
})

test('a shift that begins or ends at a time the clock skips does so when the clock jumps', () => {
  assert.deepEqual(walls(open('Europe/Berlin', '02:30', '04:00'), doctor(), '2026-03-29'), ['03-29T03:00 03-29T04:00'])
  assert.deepEqual(lengths(open('Europe/Berlin', '01:00', '02:30'), '2026-03-29'), [60])
  assert.deepEqual(lengths(open('Europe/Berlin', '02:10', '02:50'), '2026-03-29'), [])
})

test('a shift that begins or ends in an hour that occurs twice does so the first time', () => {
  assert.deepEqual(lengths(open('Europe/Berlin', '02:30', '04:00'), '2026-10-25'), [150])
  assert.deepEqual(lengths(open('Europe/Berlin', '01:00', '02:30'), '2026-10-25'), [90])
})

test('a booking is within hours only if all of it is', () => {
  const opening = startOfDay(SUNDAY, 'Asia/Riyadh') + 540 * MINUTE_MS
  const closing = opening + 480 * MINUTE_MS
  const within = (start: number, end: number) => isWithinHours(branch(), doctor(), { start, end })
  assert.equal(within(opening, closing), true)
  assert.equal(within(opening - 1, closing), false)
  assert.equal(within(opening, closing + 1), false)
  assert.equal(within(opening, opening), false)
  assert.equal(within(closing, opening), false)
})

test('a booking may span two days that meet at midnight', () => {
  const midnight = startOfDay(MONDAY, 'Asia/Riyadh')
  const always = open('Asia/Riyadh', '00:00', '00:00')
  const night = { start: midnight - 30 * MINUTE_MS, end: midnight + 30 * MINUTE_MS }
  assert.equal(isWithinHours(always, doctor(), night), true)
  assert.equal(isWithinHours({ ...always, holidays: [20260803] }, doctor(), night), false)
})

test('is working time exactly when the wall clock stands in a shift of the branch and of the doctor', () => {
  fc.assert(
    fc.property(diaries, fc.integer({ min: -1440, max: 2 * 1440 }), ({ branch: hours, doctor: who, date }, minute) => {
      const instant = startOfDay(date, hours.timeZone) + minute * MINUTE_MS
      const wall = wallAt(instant, hours.timeZone)
      fc.pre(wall !== null)
      const expected = wall !== null && isOpen(hours, wall) && isOnDuty(hours, who, wall) && !isAway(who, instant)
      assert.equal(isWithinHours(hours, who, { start: instant, end: instant + 1 }), expected)
    }),
    { numRuns: 3000 },
  )
})

test('every working minute belongs to one date', () => {
  fc.assert(
    fc.property(diaries, fc.integer({ min: 0, max: 1440 }), ({ branch: hours, doctor: who, date }, minute) => {
      const instant = startOfDay(date, hours.timeZone) + minute * MINUTE_MS
      const owners = [-2, -1, 0, 1].filter(day =>
        workingIntervals(hours, who, addDays(date, day)).some(({ start, end }) => start <= instant && instant < end),
      )
      const working = isWithinHours(hours, who, { start: instant, end: instant + 1 })
      assert.equal(owners.length, working ? 1 : 0)
    }),
    { numRuns: 1000 },
  )
})

interface Wall {
  date: string
  minute: number
}

/** What the clock on the wall shows, or null when it will show or has shown the same twice. */
function wallAt(instantMs: number, timeZone: string): Wall | null {
  const zoned = Temporal.Instant.fromEpochMilliseconds(instantMs).toZonedDateTimeISO(timeZone)
  const plain = zoned.toPlainDateTime()
  const later = plain.toZonedDateTime(timeZone, { disambiguation: 'later' })
  const earlier = plain.toZonedDateTime(timeZone, { disambiguation: 'earlier' })
  if (!later.equals(earlier)) return null
  return { date: plain.toPlainDate().toString(), minute: plain.hour * 60 + plain.minute }
}

/** The readings of a wall time: as of its own date and as a late minute of the date before. */
function readings({ date, minute }: Wall): Wall[] {
  return [
    { date, minute },
    { date: addDays(date, -1), minute: minute + 1440 },
  ]
}

function covers({ startMinute, endMinute }: Shift, minute: number): boolean {
  return startMinute <= minute && minute < endMinute
}

const periodOn = (hours: BranchHours, date: string) => hours.periods.find(one => one.from <= date && date <= one.until)

function isOpenIn({ opens, closes }: Week, weekday: number, minute: number): boolean {
  const [from, until] = [opens[weekday], closes[weekday]]
  if (!from || !until) return false
  const time = `${String(Math.floor((minute % 1440) / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
  if (minute < 1440) return time >= from && (until <= from || time < until)
  return until <= from && time < until
}

/** Whether the hours of a date, if its own, hold a reading. */
function opensOn(hours: BranchHours, { date, minute }: Wall): boolean {
  const [weekday, period] = [weekdayOf(date), periodOn(hours, date)]
  if (!period && hours.closedDays.includes(weekday)) return false
  if (hours.holidays.some(holiday => String(holiday) === date.split('-').join(''))) return false
  return isOpenIn(period ?? hours, weekday, minute)
}

function isOpen(hours: BranchHours, wall: Wall): boolean {
  const isBreak = readings(wall).some(({ date, minute }) =>
    (periodOn(hours, date) ?? hours).breaks.some(one => one.weekday === weekdayOf(date) && covers(one, minute)),
  )
  return !isBreak && readings(wall).some(reading => opensOn(hours, reading))
}

function isOnDuty(hours: BranchHours, who: DoctorHours, wall: Wall): boolean {
  return readings(wall).some(reading => {
    const { date, minute } = reading
    const period = periodOn(hours, date)
    const own = period ? who.periodShifts.filter(({ periodId }) => periodId === period.id) : who.shifts
    if (own.length === 0) return opensOn(hours, reading)
    return own.some(shift => shift.weekday === weekdayOf(date) && covers(shift, minute))
  })
}

function isAway(who: DoctorHours, instantMs: number): boolean {
  return who.timeOff.some(({ start, end }) => Date.parse(start) <= instantMs && instantMs < Date.parse(end))
}
