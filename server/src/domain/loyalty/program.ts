import type { Static } from '@clinic/contract/kernel.ts'
import type { LoyaltyTransactionType } from '@clinic/contract/loyalty.ts'
import { addDays, localDate, startOfDay } from '../../kernel/values/zone.ts'

export type PointsType = Static<typeof LoyaltyTransactionType>

/** From how many points earned in all, the highest first. */
const TIERS = [
  ['PLATINUM', 20_000],
  ['GOLD', 5_000],
  ['SILVER', 1_000],
  ['BRONZE', 0],
] as const

/** How long points last. */
const MONTHS = 12

/** The tier of a patient who has earned so many points in all; using them does not lower it. */
export const tierOf = (lifetimeEarned: number): string =>
  TIERS.find(([, least]) => lifetimeEarned >= least)?.[0] ?? 'BRONZE'

/** When points given at an instant expire: at the end of that day a year later, on the clinic's calendar. */
export function expiryOf(instant: string, timeZone: string): string {
  const day = Temporal.PlainDate.from(localDate(Date.parse(instant), timeZone)).add({ months: MONTHS })
  return new Date(startOfDay(addDays(day.toString(), 1), timeZone)).toISOString()
}

interface Counters {
  points_balance: number
  lifetime_earned: number
  lifetime_redeemed: number
}

/** What an account comes to after points were added (above zero) or taken away. Adjusted points count as neither earned nor redeemed. */
export const afterPoints = <Account extends Counters>(account: Account, type: PointsType, points: number): Account => ({
  ...account,
  points_balance: account.points_balance + points,
  lifetime_earned: account.lifetime_earned + (type === 'EARN' ? points : 0),
  lifetime_redeemed: account.lifetime_redeemed - (type === 'REDEEM' ? points : 0),
})
