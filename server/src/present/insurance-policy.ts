import type { InsurancePolicy } from '@clinic/contract/insurance.ts'
import type { Static } from '@clinic/contract/kernel.ts'
import type { PolicyRow } from '../domain/insurance/policy.ts'

export const presentInsurancePolicy = (row: PolicyRow): Static<typeof InsurancePolicy> => ({
  object: 'insurance_policy',
  id: row.id,
  insuranceCompanyId: row.insurance_company_id,
  policyNumber: row.policy_number,
  holderName: row.holder_name,
  coverageType: row.coverage_type,
  relationship: row.relationship,
  status: row.status,
  sponsorNumber: row.sponsor_number,
  inception: row.inception,
  due: row.due_at,
  disabled: row.disabled,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})
