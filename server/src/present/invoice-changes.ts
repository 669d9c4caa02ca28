import type { Returned } from '@clinic/contract/kernel.ts'
import type { previewInvoiceChange } from '@clinic/contract/staff/invoice-changes.ts'
import type { previewBill } from '../domain/checkout/change-bill.ts'
import type { ClinicFacts } from '../kernel/tx.ts'
import { toMajor } from '../kernel/values/money.ts'
import { shownLine, shownTax } from './checkout.ts'

type Previewed = Awaited<ReturnType<typeof previewBill>>

/** What a change of an invoice would come to. */
export function presentInvoiceChange(
  { invoiceId, priced, limitPercent, isWithinLimit, paidMinor, dueMinor }: Previewed,
  clinic: ClinicFacts,
): Returned<typeof previewInvoiceChange> {
  const major = (minor: number) => toMajor(minor, clinic.currency)
  return {
    invoiceId,
    lines: priced.lines.map(line => shownLine(line, clinic)),
    taxes: priced.taxes.map(rate => shownTax(rate, clinic)),
    subtotal: major(priced.subtotalMinor),
    discount: major(priced.discountMinor),
    pointsDiscount: major(priced.pointsMinor),
    tax: major(priced.taxMinor),
    total: major(priced.totalMinor),
    insurance: major(priced.insuranceMinor),
    ...{ paid: major(paidMinor), due: major(dueMinor), limitPercent, withinLimit: isWithinLimit },
  }
}
