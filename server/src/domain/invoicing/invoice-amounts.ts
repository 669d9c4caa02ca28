import { asCounted, type LineValues } from '../billing/invoice-lines.ts'
import { type Discount, invoiceTotals } from '../billing/invoice-totals.ts'

/** The columns that an invoice's lines and its discount come to. */
export function invoiceAmounts(
  lines: readonly LineValues[],
  { discountMinor = null, discountPercent = null }: Discount,
) {
  const insuranceMinor = lines.reduce((sum, line) => sum + line.insurance_minor, 0)
  const counted = { lines: lines.map(asCounted), discountMinor, discountPercent, insuranceMinor }
  const { subtotalMinor, taxMinor, ...totals } = invoiceTotals(counted)
  return {
    subtotal_minor: subtotalMinor,
    discount_minor: totals.discountMinor,
    discount_percent: percentBetween(totals.discountMinor, subtotalMinor),
    tax_minor: taxMinor,
    tax_percent: taxPercentOf(lines, percentBetween(taxMinor, subtotalMinor - totals.discountMinor)),
    total_minor: totals.totalMinor,
    insurance_minor: totals.insuranceMinor,
    whole_discount_minor: discountMinor,
    whole_discount_percent: discountPercent,
  }
}

/** The one rate of all lines, or what the tax comes to where they differ. */
function taxPercentOf(lines: readonly LineValues[], effective: number): number {
  const [first, ...others] = new Set(lines.map(line => line.tax_percent))
  return first !== undefined && others.length === 0 ? first : effective
}

/** What the part is of the whole, in percent with two decimals. */
export const percentBetween = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((part / whole) * 10_000) / 100
