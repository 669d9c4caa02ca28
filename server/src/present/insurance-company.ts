import type { InsuranceCompany } from '@clinic/contract/insurance.ts'
import type { Static } from '@clinic/contract/kernel.ts'
import type { InsurerRow } from '../domain/insurance/insurer.ts'
import type { ClinicFacts } from '../kernel/tx.ts'
import { majorOrNull } from './major-or-null.ts'

export const presentInsuranceCompany =
  ({ currency }: ClinicFacts) =>
  (row: InsurerRow): Static<typeof InsuranceCompany> => ({
    object: 'insurance_company',
    id: row.id,
    name: row.name,
    number: row.number,
    email: row.email,
    taxNumber: row.tax_number,
    insuranceLimit: majorOrNull(row.insurance_limit_minor, currency),
    insuranceUnlimited: row.insurance_unlimited,
    insurancePercentage: row.insurance_percentage,
    approvalRequired: row.approval_required,
    insuranceStartMonth: row.insurance_start_month,
    taxPercent: row.tax_percent,
    totalPolicies: row.total_policies,
    forcePolicySelect: row.force_policy_select,
    disabled: row.disabled,
    city: row.city,
    countryCode: row.country_code,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  })
