import type { CreditNoteRow } from '../billing/credit-notes.ts'
import { linesLeft, ratesLeft } from '../billing/credited-lines.ts'
import { asCounted } from '../billing/invoice-lines.ts'
import type { InvoiceLineRow, InvoiceRow } from '../billing/invoice-row.ts'
import { invoiceTotals, type TaxAtRate } from '../billing/invoice-totals.ts'
import { type PaymentRow, type PaymentType, paymentType } from '../billing/payment-row.ts'
import type { Named } from './paper-parties.ts'

/** A line as it was issued, in minor units; net is without tax and before the discount of the whole. */
interface ReceiptLine {
  name: Named
  quantity: number
  unitMinor: number
  discountMinor: number
  netMinor: number
}

/** Money as it came in: whole, with what of it was given back since. */
interface ReceiptPayment {
  type: Exclude<PaymentType, 'INSURANCE'>
  at: string
  amountMinor: number
  /** The cash that was handed over, where it was more, and what was handed back of it. */
  cash: { receivedMinor: number; changeMinor: number } | undefined
  givenBack: { at: string; amountMinor: number }[]
}

/** What stands on a receipt, from the lines down to what is left to pay, in minor units. */
export interface ReceiptFigures {
  lines: ReceiptLine[]
  netMinor: number
  /** Of the whole, besides points. */
  discountMinor: number
  pointsMinor: number
  /** The tax as it was issued. */
  rates: TaxAtRate[]
  issuedMinor: number
  notes: { number: number; at: string; totalMinor: number }[]
  /** What is left after them. */
  totalMinor: number
  insuranceMinor: number
  payments: ReceiptPayment[]
  /** What of the payments became the credit of the patient. */
  keptMinor: number
  pendingMinor: number
}

interface Parts {
  invoice: InvoiceRow
  lines: readonly InvoiceLineRow[]
  notes: readonly CreditNoteRow[]
  payments: readonly PaymentRow[]
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)

/**
 * Each figure follows from those above it: net less discount and points with tax is what was issued, less credit notes the total,
 * less the insurer's share and what was paid, not given back and not kept as credit, what is left to pay.
 */
export function receiptFigures({ invoice, lines, notes, payments }: Parts): ReceiptFigures {
  const issued = linesLeft(lines, [])
  const rates = ratesLeft(invoice, issued)
  const wholeMinor = sum(rates.map(({ discountMinor }) => discountMinor))
  const pointsMinor = Math.min(invoice.points_minor, wholeMinor)
  const kept = payments.filter(({ type, refunded_at }) => type !== 'INSURANCE' && refunded_at === null)
  return {
    lines: lines.map(receiptLine),
    netMinor: sum(issued.map(({ netMinor }) => netMinor)),
    discountMinor: wholeMinor - pointsMinor,
    pointsMinor,
    rates,
    issuedMinor: invoice.total_minor + invoice.credited_minor,
    notes: notes.map(note => ({ number: note.reference_id, at: note.created_at, totalMinor: note.total_minor })),
    totalMinor: invoice.total_minor,
    insuranceMinor: invoice.insurance_minor,
    payments: wholePayments(payments),
    keptMinor: sum(kept.map(({ amount_minor, applied_minor }) => amount_minor - applied_minor)),
    pendingMinor: invoice.pending_minor,
  }
}

function receiptLine(line: InvoiceLineRow): ReceiptLine {
  const { subtotalMinor, discountMinor } = invoiceTotals({ lines: [asCounted(line)] })
  const { name, name_ar, quantity, unit_minor: unitMinor } = line
  return {
    name: { en: name, ar: name_ar },
    quantity,
    unitMinor,
    discountMinor,
    netMinor: subtotalMinor - discountMinor,
  }
}

/** What insurers paid is their share. A payment whose parts were given back is told whole: what was taken, and then each part. */
function wholePayments(payments: readonly PaymentRow[]): ReceiptPayment[] {
  return payments.flatMap(payment => {
    const type = paymentType(payment.type)
    if (payment.split_from_id !== null || type === 'INSURANCE') return []
    const parts = payments.filter(({ split_from_id }) => split_from_id === payment.id)
    const amountMinor = sum([payment, ...parts].map(({ amount_minor }) => amount_minor))
    const { created_at: at, received_minor: receivedMinor } = payment
    const hasChange = receivedMinor !== null && receivedMinor > amountMinor
    return {
      ...{ type, at, amountMinor },
      cash: hasChange ? { receivedMinor, changeMinor: receivedMinor - amountMinor } : undefined,
      givenBack: [...parts, payment]
        .flatMap(({ refunded_at, amount_minor }) =>
          refunded_at === null ? [] : { at: refunded_at, amountMinor: amount_minor },
        )
        .toSorted((one, other) => one.at.localeCompare(other.at)),
    }
  })
}
