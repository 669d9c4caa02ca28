import type { Static } from '@clinic/contract/kernel.ts'
import type { Payment } from '@clinic/contract/payments.ts'
import { type PaymentRow, paymentType } from '../domain/billing/payment-row.ts'
import type { ClinicFacts } from '../kernel/tx.ts'
import { toMajor } from '../kernel/values/money.ts'

export const presentPayment =
  ({ currency }: ClinicFacts) =>
  (row: PaymentRow): Static<typeof Payment> => ({
    object: 'payment',
    id: row.id,
    type: paymentType(row.type),
    amount: toMajor(row.amount_minor, currency),
    tax: toMajor(row.tax_minor, currency),
    balance: toMajor(row.balance_minor, currency),
    claimed: row.claimed_at !== null,
    claimedAt: row.claimed_at,
    refunded: row.refunded_at !== null,
    refundedAt: row.refunded_at,
    chart: row.chart,
    invoiceId: row.invoice_id,
    patientId: row.patient_id,
    branchId: row.branch_id,
    doctorId: row.doctor_id,
    appointmentId: row.appointment_id,
    insuranceCompanyId: row.insurance_company_id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  })
