import { E_INVOICE_STATUSES } from '@clinic/contract/einvoices.ts'
import { type INVOICE_DEEDS, InvoiceEntry, InvoiceSheet } from '@clinic/contract/staff/invoices.ts'
import { PaymentEntry, PaymentSheet } from '@clinic/contract/staff/payments.ts'
import type { InvoiceSheetRow, ListedInvoice } from '../domain/billing/clinic-invoices.ts'
import type { ListedPayment, SheetPayment, WithPatient } from '../domain/billing/clinic-payments.ts'
import type { InvoiceStep } from '../domain/billing/invoice-history.ts'
import { asCounted } from '../domain/billing/invoice-lines.ts'
import { type InvoiceLineRow, isPaidInFull, isVoid } from '../domain/billing/invoice-row.ts'
import { invoiceState } from '../domain/billing/invoice-state.ts'
import { invoiceTotals, taxByRate } from '../domain/billing/invoice-totals.ts'
import { amounts, presenter } from '../kernel/presenter.ts'
import type { ClinicFacts } from '../kernel/tx.ts'
import { toMajor } from '../kernel/values/money.ts'
import { wordOf } from '../kernel/values/word-of.ts'

const eInvoiceStatus = wordOf(E_INVOICE_STATUSES)

const patientName = ({ first_name, last_name }: WithPatient) =>
  first_name === null ? null : [first_name, last_name].filter(Boolean).join(' ')

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

function item(line: InvoiceLineRow, { currency }: ClinicFacts) {
  const { subtotalMinor, discountMinor } = invoiceTotals({ lines: [asCounted(line)] })
  return {
    ...{ id: line.id, name: line.name, code: line.code, quantity: line.quantity, taxPercent: line.tax_percent },
    price: toMajor(line.unit_minor, currency),
    discount: toMajor(discountMinor, currency),
    net: toMajor(subtotalMinor - discountMinor, currency),
    insurance: toMajor(line.insurance_minor, currency),
    ...{ procedureId: line.procedure_id, treatmentId: line.treatment_id },
  }
}

function taxes(invoice: InvoiceSheetRow, { currency }: ClinicFacts) {
  if (isVoid(invoice)) return []
  const { lines, whole_discount_minor: discountMinor, whole_discount_percent: discountPercent } = invoice
  return taxByRate({ lines: lines.map(asCounted), discountMinor, discountPercent }).map(rate => ({
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

type ShownInvoice = InvoiceSheetRow & { allowed: (typeof INVOICE_DEEDS)[number][] }

export const presentInvoiceSheet = presenter<ShownInvoice, typeof InvoiceSheet>(InvoiceSheet, {
  ...entry,
  items: ({ lines }, clinic) => lines.map(line => item(line, clinic)),
  taxes,
  payments: ({ payments }, clinic) => payments.map(payment => presentPaymentEntry(payment, clinic)),
  history: ({ history }, clinic) => history.map(one => step(one, clinic)),
})
