import type { Static } from '@clinic/contract/kernel.ts'
import type { Treatment, TreatmentStep } from '@clinic/contract/treatments.ts'
import type { StepRow, TreatmentRow } from '../domain/clinical/treatment.ts'
import { treatmentStatus } from '../domain/clinical/treatment-status.ts'
import type { ClinicFacts } from '../kernel/tx.ts'
import { toMajor } from '../kernel/values/money.ts'

const presentStep = (row: StepRow): Static<typeof TreatmentStep> => ({
  object: 'treatment_step',
  id: row.id,
  name: row.name,
  status: treatmentStatus(row),
  order: row.sort_order,
  appointmentId: row.appointment_id,
  start: row.starts_at,
  end: row.ends_at,
})

export const presentTreatment =
  ({ currency }: ClinicFacts) =>
  (row: TreatmentRow, steps: readonly StepRow[]): Static<typeof Treatment> => ({
    object: 'treatment',
    id: row.id,
    name: row.name,
    code: row.code,
    status: treatmentStatus(row),
    chart: row.chart,
    diagnosis: row.diagnosis,
    details: row.details,
    price: toMajor(row.price_minor, currency),
    total: toMajor(row.total_minor, currency),
    amount: toMajor(row.amount_minor, currency),
    discount: toMajor(row.discount_minor, currency),
    tax: toMajor(row.tax_minor, currency),
    paid: toMajor(row.paid_minor, currency),
    completedPercent: row.completed_percent,
    paidInFull: row.paid_minor >= row.total_minor,
    tooth: row.tooth,
    toothPart: row.tooth_part,
    child: row.child,
    start: row.starts_at,
    end: row.ends_at,
    expires: row.expires_at,
    hasSteps: row.has_steps,
    quotationId: row.quotation_id,
    steps: steps.map(presentStep),
    approvalRequired: row.approval_required,
    approved: row.approved,
    preAuth: row.pre_auth,
    patientId: row.patient_id,
    doctorId: row.doctor_id,
    branchId: row.branch_id,
    appointmentId: row.appointment_id,
    invoiceId: row.invoice_id,
    procedureId: row.procedure_id,
    insuranceCompanyId: row.insurance_company_id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  })
