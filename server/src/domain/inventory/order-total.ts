import { percentOf, roundHalfUp } from '../../kernel/values/money.ts'

export interface OrderedLine {
  /** Thousandths of the item's unit. */
  thousandths: number
  /** Of one unit, without tax. */
  unitCostMinor: number
}

/** What an order comes to: each line rounded half up, the tax once on their sum. */
export function orderTotal(
  lines: readonly OrderedLine[],
  taxPercent: number,
): { total_minor: number; tax_minor: number } {
  const net = lines.reduce(
    (sum, { thousandths, unitCostMinor }) => sum + roundHalfUp(BigInt(thousandths) * BigInt(unitCostMinor), 1_000),
    0,
  )
  const tax_minor = percentOf(net, taxPercent)
  return { total_minor: net + tax_minor, tax_minor }
}
