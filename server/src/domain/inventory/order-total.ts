import { percentOf, roundHalfUp } from '../../kernel/values/money.ts'

/** What an order comes to: each line, of thousandths of a unit, rounded half up, the tax once on their sum. */
export function orderTotal(lines: readonly { thousandths: number; unitCostMinor: number }[], taxPercent: number) {
  const net = lines.reduce(
    (sum, { thousandths, unitCostMinor }) => sum + roundHalfUp(BigInt(thousandths) * BigInt(unitCostMinor), 1_000),
    0,
  )
  const tax_minor = percentOf(net, taxPercent)
  return { total_minor: net + tax_minor, tax_minor }
}
