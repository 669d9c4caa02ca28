import { exponentOf } from '../kernel/values/money.ts'
import type { DemoContext } from './context.ts'

/** Riyals to the unit. */
const RATES: Readonly<Record<string, number>> = { SAR: 1, KWD: 12 }

/** A price in riyals as minor units of the clinic's currency, rounded to a quarter as price lists are. */
export function localPrice({ plan }: DemoContext, riyals: number): number {
  const { currency } = plan.facts
  const rate = RATES[currency] ?? 1
  return (Math.max(1, Math.round((riyals / rate) * 4)) * 10 ** exponentOf(currency)) / 4
}
