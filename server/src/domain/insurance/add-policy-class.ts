import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { type Coverage, requireAmount, requireCoverage } from './coverage.ts'
import type { PolicyClassRow } from './insurer.ts'

export interface NewPolicyClass extends Coverage {
  insurancePolicyId: string
  name: string
  /** The most that a patient bears of one visit. */
  maxLimitMinor?: number | null
}

/** Adds a class of a policy: what the insurer bears for those who are in it. */
export async function addPolicyClass(tx: Tx, input: NewPolicyClass): Promise<PolicyClassRow> {
  requireCoverage(input)
  requireAmount(input.maxLimitMinor, '/maxLimitMinor')
  return tx.insert('policy_class', {
    id: newId('pcl', Date.parse(tx.now)),
    insurance_policy_id: input.insurancePolicyId,
    name: input.name,
    max_limit_minor: input.maxLimitMinor ?? null,
    insurance_limit_minor: input.insuranceLimitMinor ?? null,
    insurance_unlimited: input.insuranceUnlimited ?? false,
    insurance_percentage: input.insurancePercentage ?? null,
    approval_required: input.approvalRequired ?? false,
  })
}
