import { ClaimStatus, listClaims } from '@clinic/contract/claims.ts'
import { Id, Optional } from '@clinic/contract/fields.ts'
import { getInvoice, listInvoices } from '@clinic/contract/invoices.ts'
import { listPayments } from '@clinic/contract/payments.ts'
import { listQuotations } from '@clinic/contract/quotations.ts'
import { sql } from '../../db/statement.ts'
import { refuse } from '../../kernel/errors.ts'
import { toMajor } from '../../kernel/values/money.ts'
import { getTool, listTool } from '../derive.ts'
import { branchId, closedInput, days, maybePatientId, patientId } from '../inputs.ts'
import { maybe, viewOfFields } from '../schemas.ts'
import type { Tool } from '../tool.ts'
import { shortTextOrNull } from '../untrusted.ts'

const window = { maxDays: 366, unnamed: 'all' } as const
const billing = { scopes: ['billing:read'], input: { ...maybePatientId, ...branchId, ...days }, window } as const

interface InsuranceRow {
  insurer_id: string | null
  insurer: string | null
  policy: string | null
  class: string | null
  percentage: number | null
  limit_minor: number | null
  unlimited: boolean | null
  end_date: string | null
  approval_required: boolean | null
}

/** What the patient's own file says goes before the class of the policy, and that before the insurer. */
const insuranceOf = sql<InsuranceRow>(`
  select insurer.id as insurer_id, insurer.name as insurer, policy.policy_number as policy, tier.name as class,
    coalesce(patient.insurance_percentage, tier.insurance_percentage, insurer.insurance_percentage) as percentage,
    coalesce(patient.insurance_limit_minor, tier.insurance_limit_minor, insurer.insurance_limit_minor) as limit_minor,
    coalesce(patient.insurance_unlimited, tier.insurance_unlimited, insurer.insurance_unlimited) as unlimited,
    patient.insurance_end_date as end_date,
    coalesce(tier.approval_required, insurer.approval_required) as approval_required
  from patient
  left join insurance_company as insurer
    on insurer.company_id = $1 and insurer.id = patient.insurance_company_id
  left join insurance_policy as policy on policy.company_id = $1 and policy.id = patient.insurance_policy_id
  left join policy_class as tier on tier.company_id = $1 and tier.id = patient.insurance_class_id
  where patient.company_id = $1 and patient.id = $2 and patient.deleted_at is null`)

const INSURANCE = viewOfFields<{ id: string; row: InsuranceRow; currency: string }>({
  patient_id: [{ type: 'string' }, ({ id }) => id],
  insurance_company_id: [maybe('string'), ({ row }) => row.insurer_id],
  insurance_company: [maybe('string'), ({ row }) => shortTextOrNull(row.insurer)],
  policy_number: [maybe('string'), ({ row }) => shortTextOrNull(row.policy)],
  policy_class: [maybe('string'), ({ row }) => shortTextOrNull(row.class)],
  percentage: [maybe('number'), ({ row }) => row.percentage],
  yearly_limit: [maybe('number'), ({ row, currency }) => row.limit_minor && toMajor(row.limit_minor, currency)],
  unlimited: [maybe('boolean'), ({ row }) => row.unlimited],
  approval_required: [maybe('boolean'), ({ row }) => row.approval_required],
  end_date: [maybe('string'), ({ row }) => row.end_date],
})

const getPatientInsurance: Tool = {
  name: 'get_patient_insurance',
  title: 'Get the insurance of a patient',
  description: 'Insurer, policy and class of a patient, with what is covered; all null for one without insurance.',
  scopes: ['insurance:read', 'patients:read'],
  input: closedInput(patientId),
  bind: () => ({
    output: INSURANCE.schema,
    async run({ tx, clinic: { id: companyId, currency } }, { patient_id }) {
      const id = String(patient_id)
      const [row] = await tx.sql(insuranceOf([companyId, id]))
      if (!row) return refuse('not_found', { resource: 'patient' })
      return { content: INSURANCE.show({ id, row, currency }), resourceIds: [id], patientIds: [id] }
    },
  }),
}

export const billingTools = [
  listTool({
    ...billing,
    description: 'Invoices with totals and what is still to be paid, newest first. At most 366 days at once.',
    operation: listInvoices,
  }),
  getTool({
    description: 'One invoice by its id.',
    scopes: billing.scopes,
    operation: getInvoice,
    input: { invoice_id: Id },
    idFrom: 'invoice_id',
  }),
  listTool({
    ...billing,
    description: 'Payments, newest first. At most 366 days at once.',
    operation: listPayments,
  }),
  listTool({
    ...billing,
    description: 'Quotations with totals and whether the patient signed, newest first. At most 366 days at once.',
    operation: listQuotations,
  }),
  listTool({
    description: 'Claims to insurers with amounts and status, newest first. At most 366 days at once.',
    scopes: ['insurance:read'],
    operation: listClaims,
    input: { status: Optional(ClaimStatus), insurance_company_id: Optional(Id), ...branchId, ...days },
    window,
  }),
  getPatientInsurance,
]
