import { type InvoiceLine, invoiceTotals } from '../billing/invoice-totals.ts'

/** The smallest discount of the whole, beside another one, by which the total with tax is not above a target; in minor units. */
export function discountTo(lines: readonly InvoiceLine[], targetMinor: number, besideMinor = 0): number {
  const totalAt = (minor: number) => invoiceTotals({ lines, discountMinor: minor + besideMinor }).totalMinor
  const { subtotalMinor, discountMinor } = invoiceTotals({ lines })
  let [least, most] = [0, subtotalMinor - discountMinor]
  while (least < most) {
    const middle = Math.floor((least + most) / 2)
    if (totalAt(middle) <= targetMinor) most = middle
    else least = middle + 1
  }
  return least
}
