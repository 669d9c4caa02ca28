import type { MeasurementName } from '@clinic/contract/encounters.ts'
import { localDate } from '../../kernel/values/zone.ts'
import { NORMAL_RANGES, type NormalRange } from './normal-ranges.ts'

/** Beyond this a value is no measurement in any unit, and sums with it would lose digits. */
export const MOST_VALUE = 1_000_000_000

/** -1 low, 0 normal or without a normal range, 1 high, 2 critical. */
type MeasurementStatus = -1 | 0 | 1 | 2

export function statusOf(name: MeasurementName, value: number): MeasurementStatus {
  const range = NORMAL_RANGES[name]
  if (value < (range.criticalLow ?? -Infinity) || value > (range.criticalHigh ?? Infinity)) return 2
  return value < lowOf(range) ? -1 : value > highOf(range) ? 1 : 0
}

const lowOf = ({ low = -Infinity }: NormalRange) => low
const highOf = ({ high = Infinity }: NormalRange) => high

const decimalsOf = (value: number): number => {
  const [mantissa = '', exponent = '0'] = String(value).split('e')
  return Math.max(0, (mantissa.split('.')[1]?.length ?? 0) - Number(exponent))
}

/** The difference of two decimals as a person writes it: 37.1 - 36.4 is 0.7. */
export function difference(from: number, to: number): number {
  const decimals = Math.min(100, Math.max(decimalsOf(from), decimalsOf(to)))
  return Number((to - from).toFixed(decimals)) + 0 // never -0
}

/** How far a value lies outside of the normal range; 0 within it, and where there is none. */
export function distance(name: MeasurementName, value: number): number {
  const range = NORMAL_RANGES[name]
  return Math.max(difference(value, lowOf(range)), difference(highOf(range), value), 0)
}

/**
 * How much of the way to the normal range was covered, in percent with two decimals: 100 has reached it, below 0 has moved
 * away. Who leaves the range has lost all of it: -100. 0 where there is no range, or nothing to improve.
 */
export function improvement(name: MeasurementName, from: number, to: number): number {
  const [before, after] = [distance(name, from), distance(name, to)]
  if (before === 0) return after === 0 ? 0 : -100
  return Math.round(((before - after) / before) * 10_000) / 100 + 0
}

interface Taken {
  value: number
  created_at: string
}

/** What a new value says beside an earlier one of the same name. */
export function compared(name: MeasurementName, earlier: Taken | undefined, taken: Taken, timeZone: string) {
  if (!earlier) return { difference: null, improvement: null, days: null }
  return {
    difference: difference(earlier.value, taken.value),
    improvement: improvement(name, earlier.value, taken.value),
    days: daysBetween(earlier.created_at, taken.created_at, timeZone),
  }
}

/** Days on the clinic's calendar: from one evening to the next morning is one. */
function daysBetween(from: string, to: string, timeZone: string): number {
  const day = (instant: string) => Date.parse(localDate(Date.parse(instant), timeZone))
  return Math.round((day(to) - day(from)) / 86_400_000)
}
