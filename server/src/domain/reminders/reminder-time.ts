import { addDays, localDate, MINUTE_MS, MINUTES_PER_DAY, wallClock } from '../../kernel/values/zone.ts'

/** When a rule reminds: so long before, or so many days before at a time of day. */
export interface RuleTime {
  minutes_before: number | null
  days_before: number | null
  /** "HH:mm" on the clocks of the clinic. */
  at_time: string | null
}

/** Between these times nothing is sent; null, both, where there is no such time. */
export interface Quiet {
  quietFrom: string | null
  quietUntil: string | null
}

const minuteOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** When a patient is to be reminded of a visit at an instant; what falls into the quiet hours waits for their end. */
export function dueAt(rule: RuleTime, startsAt: number, quiet: Quiet, timeZone: string): number {
  const { minutes_before: minutes, days_before: days, at_time: at } = rule
  const wanted =
    days === null || at === null
      ? startsAt - (minutes ?? 0) * MINUTE_MS
      : wallClock(addDays(localDate(startsAt, timeZone), -days), timeZone)(minuteOf(at))
  return afterQuiet(wanted, quiet, timeZone)
}

/** The same instant, or the end of the quiet hours that it lies in. */
export function afterQuiet(instant: number, { quietFrom, quietUntil }: Quiet, timeZone: string): number {
  if (quietFrom === null || quietUntil === null) return instant
  const [from, until] = [minuteOf(quietFrom), minuteOf(quietUntil)]
  const length = until > from ? until : until + MINUTES_PER_DAY
  const date = localDate(instant, timeZone)
  for (const day of [addDays(date, -1), date]) {
    const clock = wallClock(day, timeZone)
    const [begin, end] = [clock(from), clock(length)]
    if (begin <= instant && instant < end) return end
  }
  return instant
}

/** Visits that begin later than this are not yet due by any rule of this kind. */
export function lookAheadMs({ minutes_before: minutes, days_before: days }: RuleTime): number {
  return days === null ? (minutes ?? 0) * MINUTE_MS : (days + 2) * MINUTES_PER_DAY * MINUTE_MS
}
