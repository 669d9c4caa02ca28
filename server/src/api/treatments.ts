import type { Static } from '@clinic/contract/kernel.ts'
import { getTreatment, listTreatments, type Treatment, type TreatmentStep } from '@clinic/contract/treatments.ts'
import { type StepRow, stepsOf, type TreatmentRow, withSteps } from '../domain/clinical/treatment.ts'
import { treatmentStatus } from '../domain/clinical/treatment-status.ts'
import { implement } from '../kernel/implement.ts'
import { listSource } from '../kernel/list-source.ts'
import { pageTogether } from '../kernel/page.ts'
import type { Tx } from '../kernel/tx.ts'
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

const present =
  ({ clinic }: Tx) =>
  (row: TreatmentRow, steps: readonly StepRow[]): Static<typeof Treatment> => ({
    object: 'treatment',
    id: row.id,
    name: row.name,
    code: row.code,
    status: treatmentStatus(row),
    chart: row.chart,
    diagnosis: row.diagnosis,
    details: row.details,
    price: toMajor(row.price_minor, clinic.currency),
    total: toMajor(row.total_minor, clinic.currency),
    amount: toMajor(row.amount_minor, clinic.currency),
    discount: toMajor(row.discount_minor, clinic.currency),
    tax: toMajor(row.tax_minor, clinic.currency),
    paid: toMajor(row.paid_minor, clinic.currency),
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

const source = listSource<TreatmentRow>({
  name: 'listTreatments',
  from: 'treatment t',
  columns: 't.*',
  filters: {
    branchId: value => `t.branch_id = ${value}`,
    patientId: value => `t.patient_id = ${value}`,
    doctorId: value => `t.doctor_id = ${value}`,
    status: value => `t.status = ${value}`,
    approvalRequired: value => `t.approval_required = ${value}`,
    approved: value => `t.approved = ${value}`,
  },
  selectiveFilters: ['patientId'],
})

async function presentAll(tx: Tx, rows: readonly TreatmentRow[]): Promise<Static<typeof Treatment>[]> {
  const steps = await stepsOf(tx, rows)
  return rows.map(row => present(tx)(row, steps(row)))
}

export const treatments = [
  implement(listTreatments, (tx, query) =>
    pageTogether(tx, source, query, (rows: TreatmentRow[]) => presentAll(tx, rows)),
  ),
  implement(getTreatment, async (tx, { id }) => {
    const { treatment, steps } = await withSteps(tx, await tx.get('treatment', id))
    return { data: present(tx)(treatment, steps) }
  }),
]
