import { type Discount, invoiceTotals } from '../billing/invoice-totals.ts'

export interface Priced extends Discount {
  priceMinor: number
  /** 1 unless told. */
  quantity?: number
  taxPercent: number
}

/** What a treatment costs, as its columns have it. */
export function treatmentAmounts({ priceMinor, quantity = 1, taxPercent, discountMinor, discountPercent }: Priced) {
  const line = { unitMinor: priceMinor, quantity, taxPercent, discountMinor, discountPercent }
  const totals = invoiceTotals({ lines: [line] })
  return {
    price_minor: priceMinor,
    quantity,
    amount_minor: totals.subtotalMinor,
    discount_minor: totals.discountMinor,
    tax_minor: totals.taxMinor,
    total_minor: totals.totalMinor,
  }
}
