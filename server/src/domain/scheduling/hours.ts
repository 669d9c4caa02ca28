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

/** The same on a weekday, 0 = Sunday. */
export interface WeekShift extends Shift {
  weekday: number
}

/** The hours of seven days, from Sunday on. */
export interface Week {
  /** Seven times "HH:mm" by weekday, 0 = Sunday; null or "" is closed. */
  opens: (string | null)[]
  /** As `opens`; a time that is not after the opening one belongs to the next day. */
  closes: (string | null)[]
  /** When it is closed within these hours, also in what runs on from the day before. */
  breaks: WeekShift[]
}

/** Weeks with hours of their own, such as Ramadan. They are no closed days but those without times. */
export interface Period extends Week {
  id: string
  /** YYYY-MM-DD, the first and the last date on which shifts begin by these hours. */
  from: string
  until: string
}

export interface BranchHours extends Week {
  timeZone: string
  /** Weekdays, 0 = Sunday, of the weeks that are in no period. */
  closedDays: number[]
  /** YYYYMMDD, in a period or not. */
  holidays: number[]
  /** No two hold the same date. */
  periods: Period[]
}

export interface DoctorHours {
  /** At this branch, in the weeks that are in no period; none means the branch's hours. */
  shifts: WeekShift[]
  /** The same by period: one in which the doctor has none is worked as the branch is open then. */
  periodShifts: (WeekShift & { periodId: string })[]
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

/** Whose hours are those of the branch. */
export const ANY_DOCTOR: DoctorHours = { shifts: [], periodShifts: [], slotMinutes: 0, timeOff: [] }

/** Why a time is outside the hours: the branch is shut, on a holiday or by its week; or the doctor is off duty or away. */
export type OutsideHours = 'closed' | 'holiday' | 'off' | 'away'

/** What keeps a time from being within hours, the branch first; null where `isWithinHours`. */
export function outsideHours(branch: BranchHours, doctor: DoctorHours, span: Interval): OutsideHours | null {
  if (isWithinHours(branch, doctor, span)) return null
  const date = localDate(span.start, branch.timeZone)
  if (!isWithinHours(branch, ANY_DOCTOR, span)) return isHoliday(branch, date) ? 'holiday' : 'closed'
  return isWithinHours(branch, { ...doctor, timeOff: [] }, span) ? 'away' : 'off'
}

/**
 * The shifts that begin on `days` dates from `first`, sorted and disjoint, without breaks, before time off is taken out. A
 * minute in the shifts of two days belongs to the earlier one, so that no minute is counted twice.
 */
export function workingShifts(branch: BranchHours, doctor: DoctorHours, first: string, days: number): Interval[] {
  // Two days more in front: the day before to give way to, and its own eve, whose duty may run into it; one behind likewise.
  const clocks = datesFrom(addDays(first, -2), days + 3).map(date => clockOf(date, branch))
  const breaks = union(clocks.flatMap(clock => shiftsOn(clock, clock.week.breaks)))
  const open = clocks.map(clock => union(shiftsOn(clock, openingOf(branch, clock))))
  const duty = union(clocks.flatMap((clock, day) => dutyOf(doctor, clock) ?? open[day] ?? []))
  const worked = open.map(hours => intersect(hours, duty).flatMap(shift => subtract(shift, breaks)))
  return worked
    .slice(2, 2 + days)
    .flatMap((shifts, day) => shifts.flatMap(shift => subtract(shift, worked[day + 1] ?? [])))
    .sort((a, b) => a.start - b.start)
}

interface DayClock {
  date: string
  weekday: number
  /** Whose hours hold on the date. */
  week: Week
  /** The period that it lies in; null outside of all. */
  periodId: string | null
  instantAt: (minute: number) => number
}

function clockOf(date: string, branch: BranchHours): DayClock {
  const period = branch.periods.find(({ from, until }) => from <= date && date <= until)
  const facts = { week: period ?? branch, periodId: period?.id ?? null }
  return { date, weekday: weekdayOf(date), ...facts, instantAt: wallClock(date, branch.timeZone) }
}

/** Those of the weekday. */
const shiftsOn = ({ weekday, instantAt }: DayClock, shifts: WeekShift[]): Interval[] =>
  shifts
    .filter(shift => shift.weekday === weekday)
    .map(({ startMinute, endMinute }) => ({
      start: instantAt(startMinute),
      end: instantAt(Math.min(endMinute, MAX_MINUTE)),
    }))

/** When the doctor is on duty on the date; null where that is as the branch is open. */
function dutyOf({ shifts, periodShifts }: DoctorHours, clock: DayClock): Interval[] | null {
  const own = clock.periodId === null ? shifts : periodShifts.filter(({ periodId }) => periodId === clock.periodId)
  return own.length > 0 ? shiftsOn(clock, own) : null
}

/** A date as holidays are kept: 2026-09-23 as 20260923. */
export const dayNumber = (date: string): number => Number(date.replaceAll('-', ''))

const isHoliday = ({ holidays }: BranchHours, date: string): boolean => holidays.includes(dayNumber(date))

function openingOf(branch: BranchHours, { date, weekday, week, periodId }: DayClock): WeekShift[] {
  const isClosed = isHoliday(branch, date) || (periodId === null && branch.closedDays.includes(weekday))
  return isClosed ? [] : regularShift(weekday, week)
}

function regularShift(weekday: number, { opens, closes }: Week): WeekShift[] {
  const [from, until] = [opens[weekday], closes[weekday]]
  if (!from || !until) return []
  const [startMinute, closeMinute] = [minuteOf(from), minuteOf(until)]
  const endMinute = closeMinute > startMinute ? closeMinute : closeMinute + MINUTES_PER_DAY
  return [{ weekday, startMinute, endMinute }]
}

function minuteOf(time: string): number {
  const [hours, minutes] = time.split(':').map(Number)
  return (hours ?? Number.NaN) * 60 + (minutes ?? Number.NaN)
}
