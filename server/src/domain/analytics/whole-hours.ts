import type { Interval } from '../scheduling/intervals.ts'

const HOUR_MS = 3_600_000

/** An interval as its whole hours of UTC, if it has any, and what remains before and after them. */
export function wholeHours({ start, end }: Interval): { hours: Interval[]; rest: Interval[] } {
  const hours = { start: Math.ceil(start / HOUR_MS) * HOUR_MS, end: Math.floor(end / HOUR_MS) * HOUR_MS }
  if (hours.start >= hours.end) return { hours: [], rest: [{ start, end }] }
  const around = [
    { start, end: hours.start },
    { start: hours.end, end },
  ]
  return { hours: [hours], rest: around.filter(part => part.start < part.end) }
}
