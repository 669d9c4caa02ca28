import { startOfDay } from '../kernel/values/zone.ts'
import type { DemoContext } from './context.ts'

export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS

export const iso = (instantMs: number): string => new Date(instantMs).toISOString()

/** When the clinic was set up, long before the first record that is dated relative to today. */
export const openedAt = ({ today, plan }: DemoContext): string =>
  iso(startOfDay(today, plan.facts.timeZone) - 900 * DAY_MS)

export const minuteOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}
