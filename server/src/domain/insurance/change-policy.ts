import type { Tx } from '../../kernel/tx.ts'
import { differences, isEmpty } from '../../kernel/values/differences.ts'
import { instantOf, type NewPolicy } from './add-policy.ts'
import type { PolicyRow } from './insurer.ts'

export interface PolicyChanges extends Partial<Omit<NewPolicy, 'insuranceCompanyId'>> {
  id: string
  disabled?: boolean
}

/** Changes what is given and differs; a policy stays with its insurer. */
export async function changePolicy(tx: Tx, { id, ...input }: PolicyChanges): Promise<PolicyRow> {
  const before = await tx.lock('insurance_policy', id)
  const changes = differences(before, {
    policy_number: input.policyNumber,
    holder_name: input.holderName,
    coverage_type: input.coverageType,
    relationship: input.relationship,
    status: input.status,
    sponsor_number: input.sponsorNumber,
    inception: input.inception,
    due_at: instantOf(input.due),
    disabled: input.disabled,
  })
  return isEmpty(changes) ? before : tx.update('insurance_policy', id, changes)
}
