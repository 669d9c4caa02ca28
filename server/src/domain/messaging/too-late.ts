import { MINUTE_MS, MINUTES_PER_DAY } from '../../kernel/values/zone.ts'

const LATE_MS = 60 * MINUTE_MS
const LEAST_AHEAD_MINUTES = 30

/** A reminder of a visit: when it is due, and when the visit begins. */
interface Timely {
  dueAt: number
  startsAt: number
  /** As its rule says; null where that is days. */
  minutesBefore: number | null
}

/** Until when before a visit it makes sense to remind of it: half an hour, or half of what the rule says where that is less. */
export const leastAheadMs = (minutesBefore: number | null): number =>
  Math.min(LEAST_AHEAD_MINUTES, (minutesBefore ?? MINUTES_PER_DAY) / 2) * MINUTE_MS

/** Whether it is too late for a reminder: an hour after it was due, or too near to the visit. */
export const isTooLate = ({ dueAt, startsAt, minutesBefore }: Timely, now: number): boolean =>
  now > dueAt + LATE_MS || startsAt - now < leastAheadMs(minutesBefore)
