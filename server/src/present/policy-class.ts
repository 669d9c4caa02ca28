import type { PolicyClass } from '@clinic/contract/insurance.ts'
import type { Static } from '@clinic/contract/kernel.ts'
import type { PolicyClassRow } from '../domain/insurance/policy-class.ts'
import type { ClinicFacts } from '../kernel/tx.ts'
import { majorOrNull } from './major-or-null.ts'

export const presentPolicyClass =
  ({ currency }: ClinicFacts) =>
  (row: PolicyClassRow): Static<typeof PolicyClass> => ({
    object: 'policy_class',
    id: row.id,
    insurancePolicyId: row.insurance_policy_id,
    name: row.name,
    maxLimit: majorOrNull(row.max_limit_minor, currency),
    insuranceLimit: majorOrNull(row.insurance_limit_minor, currency),
    insuranceUnlimited: row.insurance_unlimited,
    insurancePercentage: row.insurance_percentage,
    approvalRequired: row.approval_required,
    disabled: row.disabled,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  })
