import type { Invoice } from '@clinic/contract/invoices.ts'
import type { Static } from '@clinic/contract/kernel.ts'
import { eInvoiceStatus, type InvoiceRow, isPaidInFull } from '../domain/billing/invoice-row.ts'
import type { ClinicFacts } from '../kernel/tx.ts'
import { toMajor } from '../kernel/values/money.ts'

export const presentInvoice =
  ({ currency }: ClinicFacts) =>
  (row: InvoiceRow): Static<typeof Invoice> => ({
    object: 'invoice',
    id: row.id,
    referenceId: row.reference_id,
    total: toMajor(row.total_minor, currency),
    subtotal: toMajor(row.subtotal_minor, currency),
    tax: toMajor(row.tax_minor, currency),
    taxPercent: row.tax_percent,
    discount: toMajor(row.discount_minor, currency),
    discountPercent: row.discount_percent,
    paid: toMajor(row.paid_minor, currency),
    pendingPayment: toMajor(row.pending_minor, currency),
    insurance: toMajor(row.insurance_minor, currency),
    paidInFull: isPaidInFull(row),
    balanceInvoice: row.balance_invoice,
    chart: row.chart,
    eInvoiceStatus: row.e_invoice_status === null ? null : eInvoiceStatus(row.e_invoice_status),
    patientId: row.patient_id,
    doctorId: row.doctor_id,
    branchId: row.branch_id,
    appointmentId: row.appointment_id,
    createdFromAppointmentId: row.created_from_appointment_id,
    insuranceCompanyId: row.insurance_company_id,
    claimId: row.claim_id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    releasedAt: row.released_at,
  })
