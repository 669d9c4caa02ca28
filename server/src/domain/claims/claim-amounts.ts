import { refuseInput } from '../../kernel/errors.ts'
import { percentOf, roundHalfUp } from '../../kernel/values/money.ts'

/** What a claim adds up to, in minor units throughout. */

interface ClaimTerms {
  /** The insurer's share of the invoices. */
  totalMinor: number
  /** Of the total, paid at first. */
  partialPaymentPercent: number
  /** Of the partial payment, kept by an insurer that pays it promptly. */
  promptPaymentPercent: number
}

const MILLIONTHS = 1_000_000

/** Refuses percentages that are none, or that have more decimals than are computed with. */
export function requireTerms({
  partialPaymentPercent,
  promptPaymentPercent,
}: Partial<Omit<ClaimTerms, 'totalMinor'>>): void {
  const isPercentage = (percent: number) =>
    percent >= 0 && percent <= 100 && Math.round(percent * MILLIONTHS) / MILLIONTHS === percent
  const issues = Object.entries({ partialPaymentPercent, promptPaymentPercent })
    .filter(([, percent]) => percent !== undefined && !isPercentage(percent))
    .map(([name]) => ({ path: `/${name}`, code: 'range', message: 'must be from 0 to 100 with at most six decimals' }))
  if (issues.length > 0) refuseInput(...issues)
}

/** The columns that follow from a total and the percentages that were agreed; each amount is rounded once. */
export function agreedAmounts({ totalMinor, partialPaymentPercent, promptPaymentPercent }: ClaimTerms) {
  const partialMinor = percentOf(totalMinor, partialPaymentPercent)
  const promptMinor = percentOf(partialMinor, promptPaymentPercent)
  return { total_minor: totalMinor, partial_payment_minor: partialMinor, prompt_payment_minor: promptMinor }
}

/**
 * Splits what an insurer paid over the invoices, in proportion to its shares of them, without losing a minor unit: each part
 * is the difference of two rounded running totals.
 */
export function splitBetween(minor: number, shares: readonly number[]): number[] {
  const whole = shares.reduce((sum, share) => sum + share, 0)
  let running = 0
  let given = 0
  return shares.map(share => {
    running += share
    const upTo = whole === 0 ? 0 : roundHalfUp(BigInt(minor) * BigInt(running), whole)
    const part = upTo - given
    given = upTo
    return part
  })
}
