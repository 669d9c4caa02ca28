import { addDays, DAY_MS, datesFrom, MINUTE_MS, startOfDay } from '../../kernel/values/zone.ts'
import { absences, type BranchHours, type DoctorHours, workingShifts } from './hours.ts'
import { type Interval, intersect, subtract, union } from './intervals.ts'

/** UTC instants, ISO 8601 with exactly three fraction digits. */
export interface Slot {
  start: string
  end: string
}

export interface DaySlots {
  /** YYYY-MM-DD on the clinic's calendar. */
  date: string
  slots: Slot[]
}

export interface Diary {
  branch: BranchHours
  doctor: DoctorHours
  /** What keeps the doctor from being booked, at any branch. */
  busy: Interval[]
  /** Epoch milliseconds. */
  now: number
}

/**
 * The free slots of `days` dates from `from`, sorted, every date listed also when it has none. Slots last `slotMinutes` and
 * stand on a grid that begins with the shift, and anew behind a break, so that no booking shifts the ones behind it. A slot after
 * midnight is listed on the date on which it starts. None has begun, overlaps `busy` or another slot, or leaves the working
 * hours: each passes `isWithinHours`.
 */
export function availabilityDays({ from, days, ...diary }: Diary & { from: string; days: number }): DaySlots[] {
  const lengthMs = slotLengthMs(diary.doctor)
  const starts = slotStarts(diary, from, days, lengthMs)
  const iso = isoWriter()
  return datesFrom(from, days).map(date => {
    const dayStart = startOfDay(date, diary.branch.timeZone)
    const dayEnd = startOfDay(addDays(date, 1), diary.branch.timeZone)
    const ofDay = starts.filter(start => start >= dayStart && start < dayEnd)
    return { date, slots: ofDay.map(start => ({ start: iso(start), end: iso(start + lengthMs) })) }
  })
}

function slotStarts({ branch, doctor, busy, now }: Diary, from: string, days: number, lengthMs: number): number[] {
  const past = { start: -Infinity, end: now + 1 }
  const taken = union([past, ...busy, ...absences(doctor)])
  return workingShifts(branch, doctor, addDays(from, -1), days + 1).flatMap(shift =>
    subtract(shift, taken).flatMap(gap => gridStarts(shift.start, gap, lengthMs)),
  )
}

/**
 * When a visit of any length can begin on the given dates: on the grid of the clinic, which begins with each day, sorted.
 * Each passes `isWithinHours` with its length, and overlaps nothing of `busy`; each by itself, for they overlap each other.
 */
export function freeStarts(
  { branch, doctor, busy, now }: Diary,
  { from, days, lengthMs, gridMs }: { from: string; days: number; lengthMs: number; gridMs: number },
): number[] {
  const { timeZone } = branch
  const taken = union([{ start: -Infinity, end: now + 1 }, ...busy, ...absences(doctor)])
  // A visit may run on into what begins on the day behind.
  const gaps = union(workingShifts(branch, doctor, addDays(from, -1), days + 2)).flatMap(shift =>
    subtract(shift, taken),
  )
  return datesFrom(from, days).flatMap(date => {
    const midnight = startOfDay(date, timeZone)
    const begins = { start: midnight, end: startOfDay(addDays(date, 1), timeZone) - 1 + lengthMs }
    return intersect(gaps, [begins]).flatMap(gap => gridStarts(midnight, gap, lengthMs, gridMs))
  })
}

function gridStarts(anchor: number, gap: Interval, lengthMs: number, gridMs = lengthMs): number[] {
  const first = anchor + Math.ceil((gap.start - anchor) / gridMs) * gridMs
  const count = Math.floor((gap.end - lengthMs - first) / gridMs) + 1
  return Array.from({ length: Math.max(count, 0) }, (_, place) => first + place * gridMs)
}

function slotLengthMs({ slotMinutes }: DoctorHours): number {
  if (!Number.isInteger(slotMinutes) || slotMinutes < 1) throw new RangeError(`slotMinutes ${slotMinutes}`)
  return slotMinutes * MINUTE_MS
}

/** As Date.toISOString for whole minutes, but formats each UTC date once: the dates are most of the cost of a month of slots. */
function isoWriter(): (instantMs: number) => string {
  const dates = new Map<number, string>()
  return instantMs => {
    const utcDay = Math.floor(instantMs / DAY_MS)
    const date = dates.get(utcDay) ?? new Date(instantMs).toISOString().slice(0, 10)
    dates.set(utcDay, date)
    const minute = (instantMs - utcDay * DAY_MS) / MINUTE_MS
    return `${date}T${twoDigits(Math.floor(minute / 60))}:${twoDigits(minute % 60)}:00.000Z`
  }
}

function twoDigits(count: number): string {
  return count < 10 ? `0${count}` : `${count}`
}
