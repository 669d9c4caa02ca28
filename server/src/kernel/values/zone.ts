/**
 * Clinic-local time. A date is `YYYY-MM-DD` on the clinic's calendar, a minute counts the wall clock from midnight of that
 * date (more than 1440 reaches into the next day), an instant is epoch milliseconds, a time zone an IANA name.
 */
import { LRUCache } from 'lru-cache'

export const MINUTE_MS = 60_000
export const MINUTES_PER_DAY = 1440
export const DAY_MS = MINUTES_PER_DAY * MINUTE_MS

/** The longest reach of a shift: it ends at the latest at midnight of the day after the one it began on. */
export const MAX_MINUTE = 2 * MINUTES_PER_DAY

/** The clinic's date at an instant. */
export function localDate(instantMs: number, timeZone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(instantMs).toZonedDateTimeISO(timeZone).toPlainDate().toString()
}

const todays = new Map<string, { minute: number; date: string }>()

/** The clinic's date now. No clock of today changes its date within a minute, so it is worked out once a minute. */
export function todayIn(timeZone: string): string {
  const now = Date.now()
  const minute = Math.floor(now / MINUTE_MS)
  const known = todays.get(timeZone)
  if (known?.minute === minute) return known.date
  const date = localDate(now, timeZone)
  todays.set(timeZone, { minute, date })
  return date
}

const MOST_STARTS = 10_000
const starts = new LRUCache<string, number>({ max: MOST_STARTS })

/** The first instant of a date, which is not 00:00 where the clock jumps over midnight. Each is worked out once. */
export function startOfDay(date: string, timeZone: string): number {
  const key = `${date} ${timeZone}`
  const known = starts.get(key)
  if (known !== undefined) return known
  const start = Temporal.PlainDate.from(date).toZonedDateTime(timeZone).epochMilliseconds
  starts.set(key, start)
  return start
}

/** The date a number of days later, or earlier if negative. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10)
}

/** Consecutive dates, the first one included. */
export function datesFrom(first: string, days: number): string[] {
  return Array.from({ length: days }, (_, day) => addDays(first, day))
}

/** 0 is Sunday, as in a branch's `opens`, `closes` and `closedDays`. */
export function weekdayOf(date: string): number {
  return new Date(date).getUTCDay()
}

/**
 * Reads the wall clock of a date: gives the first instant at which it shows a minute (0 to MAX_MINUTE) or has passed it. A
 * minute that the clock skips is therefore the moment of the jump, and a minute that it shows twice is the first of the two.
 */
export function wallClock(date: string, timeZone: string): (minute: number) => number {
  const day = Temporal.PlainDate.from(date)
  const midnight = day.toZonedDateTime(timeZone)
  // A change at midnight itself lies before the first instant of the day and would be missed by looking ahead from there.
  const change = midnight.subtract({ minutes: 1 }).getTimeZoneTransition('next')?.epochMilliseconds ?? Infinity
  if (change > midnight.epochMilliseconds + MAX_MINUTE * MINUTE_MS) {
    return minute => midnight.epochMilliseconds + minute * MINUTE_MS
  }
  return minute => firstInstantShowing(day.toPlainDateTime().add({ minutes: minute }), timeZone)
}

function firstInstantShowing(wall: Temporal.PlainDateTime, timeZone: string): number {
  const zoned = wall.toZonedDateTime(timeZone, { disambiguation: 'earlier' })
  if (zoned.toPlainDateTime().equals(wall)) return zoned.epochMilliseconds
  // The clock skips this minute; 'earlier' has stepped back before the jump, so the jump is the next change.
  return zoned.getTimeZoneTransition('next')?.epochMilliseconds ?? zoned.epochMilliseconds
}
