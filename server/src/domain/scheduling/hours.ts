import {
  addDays,
  datesFrom,
  localDate,
  MAX_MINUTE,
  MINUTES_PER_DAY,
  wallClock,
  weekdayOf,
} from '../../kernel/values/zone.ts'
import { type Interval, intersect, subtract, union } from './intervals.ts'

/** Minutes after midnight, clinic-local wall clock; the end may exceed 1440 for shifts past midnight (Ramadan evenings). */
export interface Shift {
  startMinute: number
  endMinute: number
}

export interface BranchHours {
  timeZone: string
  /** Seven times "HH:mm" by weekday, 0 = Sunday; null or "" is closed. */
  opens: (string | null)[]
  /** As `opens`; a time that is not after the opening one belongs to the next day. */
  closes: (string | null)[]
  /** Weekdays, 0 = Sunday. */
  closedDays: number[]
  /** YYYYMMDD. */
  holidays: number[]
  extraShifts?: { weekday: number; shift: Shift }[]
}

export interface DoctorHours {
  /** At this branch; none means the branch's hours. */
  shifts: { weekday: number; startMinute: number; endMinute: number }[]
  slotMinutes: number
  /** UTC instants, ISO 8601. */
  timeOff: { start: string; end: string }[]
}

/**
 * When the doctor works in the shifts that begin on a date, sorted and disjoint: the branch is open, the doctor is on duty
 * and not away. A shift belongs to the day it begins on, so an evening runs on into a closed day, and the small hours of a
 * holiday belong to the evening before.
 */
export function workingIntervals(branch: BranchHours, doctor: DoctorHours, date: string): Interval[] {
  const away = absences(doctor)
  return workingShifts(branch, doctor, date, 1).flatMap(shift => subtract(shift, away))
}

/**
 * Whether all of `start` to `end` is working time, also in a shift that began the day before or across two that meet. Never
 * true of more than two days, which no appointment lasts.
 */
export function isWithinHours(branch: BranchHours, doctor: DoctorHours, { start, end }: Interval): boolean {
  if (!(end > start)) return false
  const dayBefore = addDays(localDate(start, branch.timeZone), -1)
  const away = absences(doctor)
  const working = union(workingShifts(branch, doctor, dayBefore, 3).flatMap(shift => subtract(shift, away)))
  return working.some(span => span.start <= start && end <= span.end)
}

/** When the doctor is away, as a union. */
export function absences(doctor: DoctorHours): Interval[] {
  return union(doctor.timeOff.map(({ start, end }) => ({ start: Date.parse(start), end: Date.parse(end) })))
}

/**
 * The shifts that begin on `days` dates from `first`, sorted and disjoint, before time off is taken out. A minute in the
 * shifts of two days belongs to the earlier one, so that no minute is counted twice.
 */
export function workingShifts(branch: BranchHours, doctor: DoctorHours, first: string, days: number): Interval[] {
  // Two days more in front: the day before to give way to, and its own eve, whose duty may run into it; one behind likewise.
  const clocks = datesFrom(addDays(first, -2), days + 3).map(date => clockOf(date, branch.timeZone))
  const duty = union(clocks.flatMap(clock => shiftsOn(clock, dutyOf(doctor, clock))))
  const worked = clocks.map(clock => {
    const open = union(shiftsOn(clock, openingOf(branch, clock)))
    return doctor.shifts.length > 0 ? intersect(open, duty) : open
  })
  return worked
    .slice(2, 2 + days)
    .flatMap((shifts, day) => shifts.flatMap(shift => subtract(shift, worked[day + 1] ?? [])))
    .sort((a, b) => a.start - b.start)
}

interface DayClock {
  date: string
  weekday: number
  instantAt: (minute: number) => number
}

function clockOf(date: string, timeZone: string): DayClock {
  return { date, weekday: weekdayOf(date), instantAt: wallClock(date, timeZone) }
}

function shiftsOn({ instantAt }: DayClock, shifts: Shift[]): Interval[] {
  return shifts.map(({ startMinute, endMinute }) => ({
    start: instantAt(startMinute),
    end: instantAt(Math.min(endMinute, MAX_MINUTE)),
  }))
}

function dutyOf(doctor: DoctorHours, { weekday }: DayClock): Shift[] {
  return doctor.shifts.filter(shift => shift.weekday === weekday)
}

function openingOf(branch: BranchHours, { date, weekday }: DayClock): Shift[] {
  const holiday = branch.holidays.includes(Number(date.replaceAll('-', '')))
  if (holiday || branch.closedDays.includes(weekday)) return []
  const extra = branch.extraShifts?.filter(({ weekday: day }) => day === weekday).map(({ shift }) => shift) ?? []
  return [...regularShift(branch.opens[weekday], branch.closes[weekday]), ...extra]
}

function regularShift(opens: string | null | undefined, closes: string | null | undefined): Shift[] {
  if (!opens || !closes) return []
  const startMinute = minuteOf(opens)
  const closeMinute = minuteOf(closes)
  return [{ startMinute, endMinute: closeMinute > startMinute ? closeMinute : closeMinute + MINUTES_PER_DAY }]
}

function minuteOf(time: string): number {
  const [hours, minutes] = time.split(':').map(Number)
  return (hours ?? Number.NaN) * 60 + (minutes ?? Number.NaN)
}
