import { refuseInput } from '../../kernel/errors.ts'

const MILLIONTHS = 1_000_000

/** Refuses percentages that are none, or that have more decimals than are computed with. */
export function requireTerms(terms: Partial<Record<'partialPaymentPercent' | 'promptPaymentPercent', number>>): void {
  const isPercentage = (percent: number) =>
    percent >= 0 && percent <= 100 && Math.round(percent * MILLIONTHS) / MILLIONTHS === percent
  const issues = Object.entries(terms)
    .filter(([, percent]) => percent !== undefined && !isPercentage(percent))
    .map(([name]) => ({ path: `/${name}`, code: 'range', message: 'must be from 0 to 100 with at most six decimals' }))
  if (issues.length > 0) refuseInput(...issues)
}
