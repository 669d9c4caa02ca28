import { percentOf } from '../../kernel/values/money.ts'
import { type CreditedLine, type LeftLine, ratesLeft } from '../billing/credited-lines.ts'
import { asCounted, type LineValues } from '../billing/invoice-lines.ts'
import type { InvoiceRow } from '../billing/invoice-row.ts'
import { invoiceTotals, type TaxAtRate, taxByRate } from '../billing/invoice-totals.ts'

/** An invoice as the tax authority sees it, in minor units; terms in brackets are those of EN 16931. */
export interface TaxInvoice {
  lines: TaxLine[]
  /** One for each rate (BG-23). */
  subtotals: TaxSubtotal[]
  /** Sum of the lines' net amounts (BT-106). */
  netMinor: number
  /** Discounts of the whole (BT-107). */
  allowanceMinor: number
  /** BT-109. */
  taxableMinor: number
  /** BT-110. */
  taxMinor: number
  /** BT-112. */
  totalMinor: number
}

export interface TaxLine {
  name: string
  quantity: number
  unitMinor: number
  discountMinor: number
  /** quantity * unit price - discount (BT-131). */
  netMinor: number
  /** Of this line alone; the tax of the invoice is that of the sum (BR-CO-17). */
  taxMinor: number
  category: TaxCategory
}

export interface TaxSubtotal extends Omit<TaxAtRate, 'taxPercent'> {
  category: TaxCategory
}

/** S standard rate, Z zero rate, O outside the tax (UNCL5305), with the reason where no tax is due. */
export interface TaxCategory {
  code: 'S' | 'Z' | 'O'
  percent: number
  reasonCode: 'VATEX-SA-HEA' | 'VATEX-SA-OOS' | null
}

/** Care of a Saudi citizen is zero-rated; what else bears no tax is outside of it. */
function categoryOf(percent: number, isCitizen: boolean): TaxCategory {
  if (percent > 0) return { code: 'S', percent, reasonCode: null }
  if (isCitizen) return { code: 'Z', percent, reasonCode: 'VATEX-SA-HEA' }
  return { code: 'O', percent, reasonCode: 'VATEX-SA-OOS' }
}

type Whole = Pick<InvoiceRow, 'whole_discount_minor' | 'whole_discount_percent'>

/** What the authority will compute again: tax once for each rate, totals of what is shown (BR-CO-10 to 17). */
export function taxInvoice(invoice: Whole, rows: readonly LineValues[], isCitizen: boolean): TaxInvoice {
  const lines = rows.map(row => taxLine(row, isCitizen))
  const counted = {
    lines: rows.map(asCounted),
    discountMinor: invoice.whole_discount_minor,
    discountPercent: invoice.whole_discount_percent,
  }
  const subtotals = taxByRate(counted).map(({ taxPercent, ...amounts }) => ({
    ...amounts,
    category: categoryOf(taxPercent, isCitizen),
  }))
  return totalled(lines, subtotals)
}

function totalled(lines: TaxLine[], subtotals: TaxSubtotal[]): TaxInvoice {
  const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)
  const taxableMinor = sum(subtotals.map(each => each.taxableMinor))
  const taxMinor = sum(subtotals.map(each => each.taxMinor))
  return {
    lines,
    subtotals,
    netMinor: sum(lines.map(line => line.netMinor)),
    allowanceMinor: sum(subtotals.map(each => each.discountMinor)),
    taxableMinor,
    taxMinor,
    totalMinor: taxableMinor + taxMinor,
  }
}

/** What a credit note takes off an invoice, of which so much was left before and is left after it. */
export function taxCredit(
  invoice: Whole,
  { before, after, credited }: Record<'before' | 'after', readonly LeftLine[]> & { credited: readonly CreditedLine[] },
  isCitizen: boolean,
): TaxInvoice {
  const left = new Map(ratesLeft(invoice, after).map(rate => [rate.taxPercent, rate]))
  const subtotals = ratesLeft(invoice, before).flatMap(({ taxPercent, ...was }) => {
    const is = left.get(taxPercent) ?? { netMinor: 0, discountMinor: 0, taxableMinor: 0, taxMinor: 0 }
    const netMinor = was.netMinor - is.netMinor
    if (netMinor === 0) return []
    return {
      netMinor,
      discountMinor: was.discountMinor - is.discountMinor,
      taxableMinor: was.taxableMinor - is.taxableMinor,
      taxMinor: was.taxMinor - is.taxMinor,
      category: categoryOf(taxPercent, isCitizen),
    }
  })
  const lines = before.flatMap(({ line }) =>
    credited.flatMap(one => (one.line_id === line.id ? creditLine(line, one, isCitizen) : [])),
  )
  return totalled(lines, subtotals)
}

/** So many of the line at its price, or the amount that was credited of it. */
function creditLine(line: LineValues, { quantity, net_minor: netMinor }: CreditedLine, isCitizen: boolean): TaxLine {
  const unitMinor = quantity === null ? netMinor : line.unit_minor
  return {
    name: line.name,
    ...{ quantity: quantity ?? 1, unitMinor, netMinor },
    discountMinor: unitMinor * (quantity ?? 1) - netMinor,
    taxMinor: percentOf(netMinor, line.tax_percent),
    category: categoryOf(line.tax_percent, isCitizen),
  }
}

function taxLine(row: LineValues, isCitizen: boolean): TaxLine {
  const { subtotalMinor, discountMinor } = invoiceTotals({ lines: [asCounted(row)] })
  const netMinor = subtotalMinor - discountMinor
  return {
    name: row.name,
    quantity: row.quantity,
    unitMinor: row.unit_minor,
    discountMinor,
    netMinor,
    taxMinor: percentOf(netMinor, row.tax_percent),
    category: categoryOf(row.tax_percent, isCitizen),
  }
}
