import { percentOf, roundHalfUp } from '../../kernel/values/money.ts'
import { asCounted, type LineValues } from './invoice-lines.ts'
import type { InvoiceLineRow, InvoiceRow } from './invoice-row.ts'
import { invoiceTotals, type TaxAtRate, taxByRate } from './invoice-totals.ts'

/** What a credit note takes off one line: without tax and before the discount of the whole invoice. */
export interface CreditedLine {
  line_id: string
  /** How many of it; null where an amount was credited. */
  quantity: number | null
  net_minor: number
}

/** A line with what is left of it. */
export interface LeftLine {
  line: InvoiceLineRow
  /** As it was issued. */
  netMinor: number
  leftMinor: number
  leftQuantity: number
}

type Whole = Pick<InvoiceRow, 'whole_discount_minor' | 'whole_discount_percent'>

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)

/** The part of an amount that is left where so much is left of the whole; all of it where the whole is nothing. */
const partLeft = (minor: number, left: number, whole: number): number =>
  whole === 0 ? minor : roundHalfUp(BigInt(minor) * BigInt(left), whole)

export function netOf(line: LineValues): number {
  const { subtotalMinor, discountMinor } = invoiceTotals({ lines: [asCounted(line)] })
  return subtotalMinor - discountMinor
}

/** What is left of the lines after what was credited. */
export function linesLeft(lines: readonly InvoiceLineRow[], credited: readonly CreditedLine[]): LeftLine[] {
  return lines.map(line => {
    const own = credited.filter(({ line_id }) => line_id === line.id)
    const netMinor = netOf(line)
    return {
      ...{ line, netMinor },
      leftMinor: netMinor - sum(own.map(({ net_minor }) => net_minor)),
      leftQuantity: line.quantity - sum(own.map(({ quantity }) => quantity ?? 0)),
    }
  })
}

/**
 * The tax of what is left, by rate: the part of the discount of the whole that fell on a rate goes with what is credited
 * there, so that each figure falls as more is credited, and none at another rate moves.
 */
export function ratesLeft(whole: Whole, left: readonly LeftLine[]): TaxAtRate[] {
  const issued = taxByRate({
    lines: left.map(({ line }) => asCounted(line)),
    discountMinor: whole.whole_discount_minor,
    discountPercent: whole.whole_discount_percent,
  })
  return issued.map(({ taxPercent, netMinor: net, discountMinor: discount }) => {
    const atRate = left.filter(({ line }) => line.tax_percent === taxPercent)
    const netMinor = sum(atRate.map(({ leftMinor }) => leftMinor))
    const discountMinor = partLeft(discount, netMinor, net)
    const taxableMinor = netMinor - discountMinor
    return { taxPercent, netMinor, discountMinor, taxableMinor, taxMinor: percentOf(taxableMinor, taxPercent) }
  })
}

/** The columns that what is left of an invoice comes to; as it was issued where nothing was credited. */
export function totalsLeft(whole: Whole, left: readonly LeftLine[]) {
  const rates = ratesLeft(whole, left)
  const subtotal_minor = sum(left.map(grossLeft))
  const taxable = sum(rates.map(({ taxableMinor }) => taxableMinor))
  const tax_minor = sum(rates.map(({ taxMinor }) => taxMinor))
  const total_minor = taxable + tax_minor
  const insurance_minor = Math.min(sum(left.map(shareLeft)), total_minor)
  return { subtotal_minor, discount_minor: subtotal_minor - taxable, tax_minor, total_minor, insurance_minor }
}

const grossLeft = ({ line, netMinor, leftMinor }: LeftLine): number =>
  partLeft(invoiceTotals({ lines: [asCounted(line)] }).subtotalMinor, leftMinor, netMinor)

/** The insurer bears the part of the line with its tax that it bore. */
function shareLeft({ line, netMinor, leftMinor }: LeftLine): number {
  const withTax = (minor: number) => minor + percentOf(minor, line.tax_percent)
  return partLeft(line.insurance_minor, withTax(leftMinor), withTax(netMinor))
}
