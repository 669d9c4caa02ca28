import { taxInPayment } from '../domain/billing/invoice-totals.ts'
import type { PaymentType } from '../domain/billing/payment-row.ts'
import { TREASURY_OF_PAYMENT } from '../domain/books/treasury.ts'
import type { RowsOf } from '../kernel/insert-many.ts'
import { iso } from './clock.ts'
import type { DemoContext } from './context.ts'
import type { InvoiceDraft } from './invoices.ts'
import { treasuryAt } from './treasuries.ts'

type PaymentRow = RowsOf<'payment'>[number]

/** An invoice with what was paid on it so far. */
export interface OpenInvoice {
  draft: InvoiceDraft
  paidMinor: number
  /** Of the last change. */
  touchedAt: number
}

interface Taken {
  at: number
  type: Exclude<PaymentType, 'INSURANCE'>
  amountMinor: number
  treasuryId?: string
  reference?: string | null
}

interface Deposit {
  patientId: string
  branchId: string
  at: number
  amountMinor: number
}

export const pendingOf = ({ draft, paidMinor }: OpenInvoice): number =>
  Number(draft.total_minor) - Number(draft.insurance_minor) - paidMinor

/** Takes payments and gives them back as the use-cases do, so that the demo's books add up as a clinic's. */
export function openTill(context: DemoContext) {
  const payments: PaymentRow[] = []

  function put(row: Omit<PaymentRow, 'id'>): PaymentRow {
    const payment = { ...row, id: context.id('payment', payments.length) }
    payments.push(payment)
    return payment
  }

  return {
    payments,
    take(invoice: OpenInvoice, taken: Taken): PaymentRow {
      const payment = put(paymentOn(context, invoice, taken))
      invoice.paidMinor += taken.amountMinor
      invoice.touchedAt = Math.max(invoice.touchedAt, taken.at)
      return payment
    },
    deposit: (deposit: Deposit): PaymentRow => put(depositRow(context, deposit)),
    refund(invoice: OpenInvoice, payment: PaymentRow, at: number): void {
      payment.refunded_at = iso(at)
      payment.updated_at = iso(at)
      invoice.paidMinor -= Number(payment.applied_minor)
      invoice.touchedAt = Math.max(invoice.touchedAt, at)
    },
  }
}

export type Till = ReturnType<typeof openTill>

function paymentOn(
  context: DemoContext,
  { draft, paidMinor }: OpenInvoice,
  { at, type, amountMinor, treasuryId, reference = null }: Taken,
): Omit<PaymentRow, 'id'> {
  const counted = {
    tax_minor: Number(draft.tax_minor),
    total_minor: Number(draft.total_minor),
    paid_minor: paidMinor,
  }
  return {
    type,
    amount_minor: amountMinor,
    applied_minor: amountMinor,
    balance_minor: type === 'BALANCE' ? -amountMinor : 0,
    tax_minor: taxInPayment(counted, amountMinor),
    invoice_id: draft.id,
    patient_id: draft.patient_id,
    branch_id: draft.branch_id,
    doctor_id: draft.doctor_id ?? null,
    appointment_id: draft.appointment_id ?? null,
    insurance_company_id: draft.insurance_company_id ?? null,
    treasury_id:
      type === 'BALANCE' ? null : (treasuryId ?? treasuryAt(context, draft.branch_id, TREASURY_OF_PAYMENT[type])),
    chart: draft.chart ?? null,
    reference,
    refunded_at: null,
    created_at: iso(at),
    updated_at: iso(at),
  }
}

const depositRow = (
  context: DemoContext,
  { patientId, branchId, at, amountMinor }: Deposit,
): Omit<PaymentRow, 'id'> => ({
  type: 'CASH',
  amount_minor: amountMinor,
  applied_minor: 0,
  balance_minor: amountMinor,
  tax_minor: 0,
  invoice_id: null,
  patient_id: patientId,
  branch_id: branchId,
  doctor_id: null,
  appointment_id: null,
  insurance_company_id: null,
  treasury_id: treasuryAt(context, branchId, 'CASH'),
  chart: null,
  reference: null,
  refunded_at: null,
  created_at: iso(at),
  updated_at: iso(at),
})
