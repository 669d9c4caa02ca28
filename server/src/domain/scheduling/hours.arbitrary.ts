import fc from 'fast-check'
import { addDays, DAY_MS, MINUTE_MS, startOfDay } from '../../kernel/values/zone.ts'
import type { BranchHours, DoctorHours, Period, Shift, Week, WeekShift } from './hours.ts'

/** Dates on which the clock changes, so that random weeks meet them: by an hour, by half an hour, at midnight, never. */
const CLOCK_CHANGES: Record<string, string[]> = {
  'Europe/Berlin': ['2026-03-29', '2026-10-25'],
  'America/New_York': ['2026-03-08', '2026-11-01'],
  'Africa/Cairo': ['2026-04-24', '2026-10-29'],
  'Australia/Lord_Howe': ['2026-04-05', '2026-10-04'],
  'Asia/Riyadh': ['2026-06-01'],
  'Asia/Kuwait': ['2026-06-01'],
}

const minute = fc.integer({ min: 0, max: 287 }).map(count => count * 5)

const time = minute.map(of => `${String(Math.floor(of / 60)).padStart(2, '0')}:${String(of % 60).padStart(2, '0')}`)

const shift: fc.Arbitrary<Shift> = fc
  .tuple(minute, fc.integer({ min: 5, max: 1440 }))
  .map(([startMinute, length]) => ({ startMinute, endMinute: startMinute + length }))

const weekday = fc.integer({ min: 0, max: 6 })

const times = fc.array(fc.option(time, { freq: 6 }), { minLength: 7, maxLength: 7 })

const weekShift: fc.Arbitrary<WeekShift> = fc.tuple(weekday, shift).map(([day, span]) => ({ weekday: day, ...span }))

const aBreak: fc.Arbitrary<WeekShift> = fc
  .tuple(weekday, minute, fc.integer({ min: 5, max: 180 }))
  .map(([day, startMinute, length]) => ({ weekday: day, startMinute, endMinute: startMinute + length }))

const week: fc.Arbitrary<Week> = fc.record({
  opens: times,
  closes: times,
  breaks: fc.oneof(fc.constant<WeekShift[]>([]), fc.array(aBreak, { maxLength: 8 })),
})

/** None, or up to two near a date, which may touch and never overlap. */
const periodsNear = (date: string): fc.Arbitrary<Period[]> =>
  fc
    .tuple(fc.integer({ min: -4, max: 2 }), fc.array(fc.tuple(fc.integer({ min: 0, max: 2 }), week), { maxLength: 2 }))
    .map(([first, plans]) => {
      let next = first
      return plans.map(([length, hours], place) => {
        const from = addDays(date, next)
        next += length + 1 + (first & 1)
        return { id: `period_${place}`, from, until: addDays(from, length), ...hours }
      })
    })

const branchHours = (timeZone: string, date: string): fc.Arbitrary<BranchHours> =>
  fc
    .tuple(
      week,
      fc.record({
        timeZone: fc.constant(timeZone),
        closedDays: fc.uniqueArray(weekday, { maxLength: 2 }),
        holidays: fc
          .array(fc.integer({ min: -2, max: 2 }), { maxLength: 1 })
          .map(days => days.map(day => Number(addDays(date, day).replaceAll('-', '')))),
        periods: fc.oneof(fc.constant<Period[]>([]), periodsNear(date)),
      }),
    )
    .map(([hours, rest]) => ({ ...hours, ...rest }))

function spans(around: number, longestMinutes: number) {
  const span = fc
    .tuple(fc.integer({ min: -2 * 1440, max: 2 * 1440 }), fc.integer({ min: 1, max: longestMinutes }))
    .map(([from, length]) => ({ start: around + from * MINUTE_MS, end: around + (from + length) * MINUTE_MS }))
  return fc.array(span, { maxLength: 8 })
}

function doctorHours(midnight: number): fc.Arbitrary<DoctorHours> {
  const shifts = fc.array(weekShift, { minLength: 4, maxLength: 12 })
  return fc.record({
    shifts: fc.oneof(
      { weight: 1, arbitrary: fc.array(shifts, { maxLength: 0 }).map(none => none.flat()) },
      { weight: 2, arbitrary: shifts },
    ),
    periodShifts: fc
      .tuple(fc.subarray(['period_0', 'period_1']), shifts)
      .map(([ids, own]) => ids.flatMap(periodId => own.map(one => ({ ...one, periodId })))),
    slotMinutes: fc.constantFrom(5, 7, 15, 20, 30, 45, 60, 90),
    timeOff: spans(midnight, 600).map(away =>
      away.slice(0, 2).map(({ start, end }) => ({
        start: new Date(start).toISOString(),
        end: new Date(end).toISOString(),
      })),
    ),
  })
}

const day = fc
  .constantFrom(...Object.entries(CLOCK_CHANGES))
  .chain(([timeZone, changes]) =>
    fc
      .tuple(fc.constantFrom(...changes), fc.oneof(fc.integer({ min: -2, max: 2 }), fc.integer({ min: 0, max: 200 })))
      .map(([change, days]) => ({ timeZone, date: addDays(change, days) })),
  )

/** A doctor's diary around a date: hours, bookings and the present moment, mostly next to a change of the clock. */
export const diaries = day.chain(({ timeZone, date }) => {
  const midnight = startOfDay(date, timeZone)
  return fc.record({
    date: fc.constant(date),
    branch: branchHours(timeZone, date),
    doctor: doctorHours(midnight),
    busy: spans(midnight, 120),
    now: fc.oneof(
      { weight: 3, arbitrary: fc.constant(midnight - 3 * DAY_MS) },
      fc.integer({ min: midnight, max: midnight + DAY_MS }),
    ),
  })
})
