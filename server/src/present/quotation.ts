import type { Static } from '@clinic/contract/kernel.ts'
import type { Quotation } from '@clinic/contract/quotations.ts'
import type { QuotationRow } from '../domain/clinical/quotation.ts'
import type { ClinicFacts } from '../kernel/tx.ts'
import { toMajor } from '../kernel/values/money.ts'

export const presentQuotation =
  ({ currency }: ClinicFacts) =>
  (row: QuotationRow): Static<typeof Quotation> => ({
    object: 'quotation',
    id: row.id,
    name: row.name,
    total: toMajor(row.total_minor, currency),
    subtotal: toMajor(row.subtotal_minor, currency),
    tax: toMajor(row.tax_minor, currency),
    taxPercent: row.tax_percent,
    discount: toMajor(row.discount_minor, currency),
    discountPercent: row.discount_percent,
    diagnosticFee: toMajor(row.diagnostic_fee_minor, currency),
    insurance: toMajor(row.insurance_minor, currency),
    completedPercent: row.completed_percent,
    seen: row.seen,
    signed: row.signed,
    signedAt: row.signed_at,
    diagnosis: row.diagnosis,
    chart: row.chart,
    operationIds: row.treatment_ids,
    patientId: row.patient_id,
    doctorId: row.doctor_id,
    branchId: row.branch_id,
    appointmentId: row.appointment_id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  })
