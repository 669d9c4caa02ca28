import type { PaymentType } from '../domain/billing/payment-row.ts'
import { taxInPayment } from '../domain/billing/payment-tax.ts'
import { TREASURY_OF_PAYMENT } from '../domain/billing/treasury.ts'
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

export const pendingOf = ({ draft, paidMinor }: OpenInvoice): number =>
  Number(draft.total_minor) - Number(draft.insurance_minor) - paidMinor

/** Takes payments and gives them back as the use-cases do, so that the demo's books add up as a clinic's. */
export function openTill(context: DemoContext) {
  const { id } = context
  const payments: PaymentRow[] = []
  const nextId = () => id('payment', payments.length)

  function put(row: PaymentRow): PaymentRow {
    payments.push(row)
    return row
  }

  function take(invoice: OpenInvoice, { at, type, amountMinor, treasuryId, reference = null }: Taken): PaymentRow {
    const { draft } = invoice
    const counted = {
      tax_minor: Number(draft.tax_minor),
      total_minor: Number(draft.total_minor),
      paid_minor: invoice.paidMinor,
    }
    const tax = taxInPayment(counted, amountMinor)
    invoice.paidMinor += amountMinor
    invoice.touchedAt = Math.max(invoice.touchedAt, at)
    return put({
      id: nextId(),
      type,
      amount_minor: amountMinor,
      applied_minor: amountMinor,
      balance_minor: type === 'BALANCE' ? -amountMinor : 0,
      tax_minor: tax,
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
    })
  }

  function deposit({
    patientId,
    branchId,
    at,
    amountMinor,
  }: {
    patientId: string
    branchId: string
    at: number
    amountMinor: number
  }) {
    return put({
      id: nextId(),
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
  }

  function refund(invoice: OpenInvoice, payment: PaymentRow, at: number): void {
    payment.refunded_at = iso(at)
    payment.updated_at = iso(at)
    invoice.paidMinor -= Number(payment.applied_minor)
    invoice.touchedAt = Math.max(invoice.touchedAt, at)
  }

  return { payments, take, deposit, refund }
}

export type Till = ReturnType<typeof openTill>
