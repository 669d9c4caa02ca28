import { Claim } from '@clinic/contract/claims.ts'
import { InsuranceCompany, InsurancePolicy, PolicyClass } from '@clinic/contract/insurance.ts'
import type { Returned } from '@clinic/contract/kernel.ts'
import type { getCoverage } from '@clinic/contract/staff/coverage.ts'
import { InsuredClass, Insurer, InsurerPolicy } from '@clinic/contract/staff/insurance.ts'
import type { TableRow } from '../db/tables.ts'
import type { Coverage } from '../domain/insurance/insured.ts'
import { amounts, type Presenter, presenter } from '../kernel/presenter.ts'
import { toMajor } from '../kernel/values/money.ts'

export const presentInsuranceCompany = presenter<TableRow<'insurance_company'>, typeof InsuranceCompany>(
  InsuranceCompany,
  amounts('insuranceLimit'),
)

export const presentInsurancePolicy = presenter<TableRow<'insurance_policy'>, typeof InsurancePolicy>(InsurancePolicy, {
  due: 'due_at',
})

export const presentPolicyClass = presenter<TableRow<'policy_class'>, typeof PolicyClass>(
  PolicyClass,
  amounts('maxLimit', 'insuranceLimit'),
)

export const presentInsurer = presenter<TableRow<'insurance_company'>, typeof Insurer>(
  Insurer,
  amounts('insuranceLimit'),
)

export const presentInsurerPolicy = presenter<TableRow<'insurance_policy'>, typeof InsurerPolicy>(InsurerPolicy, {
  due: 'due_at',
})

export const presentInsuredClass = presenter<TableRow<'policy_class'>, typeof InsuredClass>(
  InsuredClass,
  amounts('maxLimit', 'insuranceLimit'),
)

interface Covered {
  patient: TableRow<'patient'>
  coverage: Coverage | undefined
}

export const presentCoverage: Presenter<Covered, Returned<typeof getCoverage>> = (
  { patient, coverage },
  { currency },
) => {
  const { id: patientId, version } = patient
  if (!coverage) return { patientId, cover: null, version }
  const { insurerId: insuranceCompanyId, name: insurer, policyNumber, className, year } = coverage
  const major = (minor: number | null) => (minor === null ? null : toMajor(minor, currency))
  const cover = {
    ...{ insuranceCompanyId, insurer, policyNumber, className },
    policyId: patient.insurance_policy_id,
    classId: patient.insurance_class_id,
    number: patient.insurance_number,
    group: patient.insurance_group,
    endDate: patient.insurance_end_date,
    percentage: patient.insurance_percentage,
    limit: coverage.leftMinor === null ? null : major(patient.insurance_limit_minor),
    maxLimit: major(coverage.mostOfPatientMinor),
    approvalRequired: coverage.asksForApproval,
    ended: coverage.hasEnded,
    yearStart: year[0],
    yearEnd: year[1],
    used: toMajor(coverage.usedMinor, currency),
    left: major(coverage.leftMinor),
  }
  return { patientId, cover, version }
}

export interface ShownClaim extends TableRow<'claim'> {
  invoice_ids: string[]
}

export const presentClaim = presenter<ShownClaim, typeof Claim>(Claim, {
  totalInsuranceAmount: 'total_minor',
  partialPaymentAmount: 'partial_payment_minor',
  promptPaymentDeduction: 'prompt_payment_minor',
  netPartialPayment: 'net_partial_minor',
  rejectedAmount: 'rejected_minor',
  remainingAmount: 'remaining_minor',
  totalReceivedAmount: 'received_minor',
})
