import { roundHalfUp } from '../../kernel/values/money.ts'

interface Taxed {
  tax_minor: number
  total_minor: number
  paid_minor: number
}

/** The tax within the part that is paid now, rounded on the running total so that all parts together lose nothing. */
export function taxInPayment({ tax_minor, total_minor, paid_minor }: Taxed, appliedMinor: number): number {
  const upTo = (minor: number) => (total_minor === 0 ? 0 : roundHalfUp(BigInt(tax_minor) * BigInt(minor), total_minor))
  return upTo(paid_minor + appliedMinor) - upTo(paid_minor)
}
