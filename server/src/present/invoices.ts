import { E_INVOICE_STATUSES } from '@clinic/contract/einvoices.ts'
import { CreditNote } from '@clinic/contract/staff/credit-notes.ts'
import { type INVOICE_DEEDS, InvoiceEntry, InvoiceSheet } from '@clinic/contract/staff/invoices.ts'
import { PaymentEntry, PaymentSheet } from '@clinic/contract/staff/payments.ts'
import type { InvoiceSheetRow, ListedInvoice } from '../domain/billing/clinic-invoices.ts'
import type { ListedPayment, SheetPayment } from '../domain/billing/clinic-payments.ts'
import { type LeftLine, linesLeft, ratesLeft } from '../domain/billing/credited-lines.ts'
import { invoiceHash } from '../domain/billing/invoice-hash.ts'
import type { InvoiceStep } from '../domain/billing/invoice-history.ts'
import { asCounted } from '../domain/billing/invoice-lines.ts'
import { isPaidInFull, isVoid } from '../domain/billing/invoice-row.ts'
import { invoiceState } from '../domain/billing/invoice-state.ts'
import { invoiceTotals } from '../domain/billing/invoice-totals.ts'
import { amounts, presenter } from '../kernel/presenter.ts'
import type { ClinicFacts } from '../kernel/tx.ts'
import { toMajor } from '../kernel/values/money.ts'
import { wordOf } from '../kernel/values/word-of.ts'
import { patientName } from './patient-name.ts'

const eInvoiceStatus = wordOf(E_INVOICE_STATUSES)

const entry = {
  ...amounts('total', 'subtotal', 'tax', 'discount', 'paid', 'insurance'),
  pendingPayment: 'pending_minor',
  paidInFull: isPaidInFull,
  state: invoiceState,
  patientName,
} as const

export const presentInvoiceEntry = presenter<ListedInvoice, typeof InvoiceEntry>(InvoiceEntry, entry)

const paid = {
  ...amounts('amount', 'tax', 'balance'),
  claimed: ({ claimed_at }: ListedPayment) => claimed_at !== null,
  refunded: ({ refunded_at }: ListedPayment) => refunded_at !== null,
  patientName,
} as const

export const presentPaymentEntry = presenter<ListedPayment, typeof PaymentEntry>(PaymentEntry, paid)

export const presentPaymentSheet = presenter<SheetPayment & { allowed: 'REFUND'[] }, typeof PaymentSheet>(
  PaymentSheet,
  paid,
)

function item({ line, leftMinor, leftQuantity }: LeftLine, { currency }: ClinicFacts) {
  const { subtotalMinor, discountMinor } = invoiceTotals({ lines: [asCounted(line)] })
  return {
    ...{ id: line.id, name: line.name, code: line.code, quantity: line.quantity, taxPercent: line.tax_percent },
    price: toMajor(line.unit_minor, currency),
    discount: toMajor(discountMinor, currency),
    net: toMajor(subtotalMinor - discountMinor, currency),
    insurance: toMajor(line.insurance_minor, currency),
    ...{ left: toMajor(leftMinor, currency), quantityLeft: leftQuantity },
    ...{ procedureId: line.procedure_id, treatmentId: line.treatment_id },
  }
}

function taxes(invoice: InvoiceSheetRow, { currency }: ClinicFacts) {
  if (isVoid(invoice)) return []
  return ratesLeft(invoice, linesLeft(invoice.lines, invoice.noted)).map(rate => ({
    taxPercent: rate.taxPercent,
    taxable: toMajor(rate.taxableMinor, currency),
    tax: toMajor(rate.taxMinor, currency),
  }))
}

const step = ({ at, what, record_id, amount_minor, e_invoice_status }: InvoiceStep, { currency }: ClinicFacts) => ({
  ...{ at, what, recordId: record_id },
  amount: amount_minor === null ? null : toMajor(amount_minor, currency),
  eInvoiceStatus: e_invoice_status === null ? null : eInvoiceStatus(e_invoice_status),
})

const presentCreditNote = presenter<
  InvoiceSheetRow['notes'][number] & Pick<InvoiceSheetRow, 'lines' | 'noted'>,
  typeof CreditNote
>(CreditNote, {
  ...amounts('subtotal', 'discount', 'tax', 'total', 'insurance', 'toCredit', 'refunded'),
  eInvoiceStatus: ({ e_invoice_status: status }) => (status === null ? null : eInvoiceStatus(status)),
  items: ({ id, lines, noted }, { currency }) =>
    noted.flatMap(({ credit_note_id, line_id, quantity, net_minor }) => {
      const line = lines.find(one => one.id === line_id)
      if (credit_note_id !== id || !line) return []
      return { lineId: line_id, name: line.name, quantity, net: toMajor(net_minor, currency) }
    }),
})

/** What is taken off the whole besides the lines and points. */
function wholeDiscountOf({ lines, discount_minor, points_minor, voided_at }: InvoiceSheetRow): number {
  if (voided_at !== null) return 0
  return Math.max(discount_minor - points_minor - invoiceTotals({ lines: lines.map(asCounted) }).discountMinor, 0)
}

type ShownInvoice = InvoiceSheetRow & { allowed: (typeof INVOICE_DEEDS)[number][] }

export const presentInvoiceSheet = presenter<ShownInvoice, typeof InvoiceSheet>(InvoiceSheet, {
  ...entry,
  ...amounts('credited'),
  wholeDiscount: (invoice, { currency }) => toMajor(wholeDiscountOf(invoice), currency),
  hash: invoice => invoiceHash(invoice, invoice.lines),
  items: ({ lines, noted }, clinic) => linesLeft(lines, noted).map(line => item(line, clinic)),
  creditNotes: ({ notes, lines, noted }, clinic) =>
    notes.map(note => presentCreditNote({ ...note, lines, noted }, clinic)),
  taxes,
  payments: ({ payments }, clinic) => payments.map(payment => presentPaymentEntry(payment, clinic)),
  history: ({ history }, clinic) => history.map(one => step(one, clinic)),
})
