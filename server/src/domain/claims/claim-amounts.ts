import { percentOf, roundHalfUp } from '../../kernel/values/money.ts'

/** What a claim adds up to, in minor units throughout. */

export interface ClaimTerms {
  /** The insurer's share of the invoices. */
  totalMinor: number
  /** Of the total, paid at first. */
  partialPaymentPercent: number
  /** Of the partial payment, kept by an insurer that pays it promptly. */
  promptPaymentPercent: number
}

export interface ClaimProgress extends ClaimTerms {
  rejectedMinor: number
  receivedMinor: number
}

export interface AgreedAmounts {
  partialMinor: number
  promptMinor: number
  netPartialMinor: number
}

/** What the two percentages come to; each amount is rounded once. */
export function agreedAmounts({ totalMinor, partialPaymentPercent, promptPaymentPercent }: ClaimTerms): AgreedAmounts {
  const partialMinor = percentOf(totalMinor, partialPaymentPercent)
  const promptMinor = percentOf(partialMinor, promptPaymentPercent)
  return { partialMinor, promptMinor, netPartialMinor: partialMinor - promptMinor }
}

/**
 * What the insurer still owes: total = received + remaining + rejected + prompt payment deduction. Negative when it rejects
 * more than it still owes.
 */
export function remainingOf(claim: ClaimProgress): number {
  return claim.totalMinor - agreedAmounts(claim).promptMinor - claim.rejectedMinor - claim.receivedMinor
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
