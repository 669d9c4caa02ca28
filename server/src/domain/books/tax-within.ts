import { refuseInput } from '../../kernel/errors.ts'
import { roundHalfUp } from '../../kernel/values/money.ts'

const HUNDREDTHS = 100

/** The tax that a total contains. */
export function taxWithin(totalMinor: number, percent: number): number {
  const rate = Math.round(percent * HUNDREDTHS)
  if (!(rate >= 0 && rate <= 100 * HUNDREDTHS) || rate / HUNDREDTHS !== percent)
    refuseInput({ path: '/taxPercent', code: 'percentage', message: 'must be from 0 to 100 with at most 2 decimals' })
  return roundHalfUp(BigInt(totalMinor) * BigInt(rate), 100 * HUNDREDTHS + rate)
}
