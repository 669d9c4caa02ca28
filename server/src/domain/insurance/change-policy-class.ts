import type { Tx } from '../../kernel/tx.ts'
import { differences, isEmpty } from '../../kernel/values/differences.ts'
import type { NewPolicyClass } from './add-policy-class.ts'
import { coverageColumns, requireAmount, requireCoverage } from './coverage.ts'
import type { PolicyClassRow } from './insurer.ts'

export interface PolicyClassChanges extends Partial<Omit<NewPolicyClass, 'insurancePolicyId'>> {
  id: string
  disabled?: boolean
}

/** Changes what is given and differs; a class stays in its policy. */
export async function changePolicyClass(tx: Tx, { id, ...input }: PolicyClassChanges): Promise<PolicyClassRow> {
  requireCoverage(input)
  requireAmount(input.maxLimitMinor, '/maxLimitMinor')
  const before = await tx.lock('policy_class', id)
  const { name, maxLimitMinor: max_limit_minor, disabled } = input
  const changes = differences(before, { ...coverageColumns(input), name, max_limit_minor, disabled })
  return isEmpty(changes) ? before : tx.update('policy_class', id, changes)
}
