import type { TableRow } from '../../db/tables.ts'
import { changeRecord } from '../../kernel/change-record.ts'
import { refuseInput } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { type Coverage, coverageColumns, DEFAULT_COVERAGE, requireAmount } from './coverage.ts'

export type PolicyClassRow = TableRow<'policy_class'>

interface ClassCoverage extends Coverage {
  /** The most that a patient bears of one visit. */
  maxLimitMinor?: number | null
}

/** Adds a class of a policy: what the insurer bears for those who are in it. */
export async function addPolicyClass(
  tx: Tx,
  { insurancePolicyId, name, ...input }: ClassCoverage & { insurancePolicyId: string; name: string },
): Promise<PolicyClassRow> {
  const policy = await tx.get('insurance_policy', insurancePolicyId)
  if (policy.disabled)
    refuseInput({ path: '/insurancePolicyId', code: 'inactive', message: 'must be a policy that is in use' })
  const columns = columnsOf({ ...DEFAULT_COVERAGE, ...input })
  const id = newId('pcl', Date.parse(tx.now))
  return tx.insert('policy_class', { ...columns, id, insurance_policy_id: insurancePolicyId, name })
}

/** Changes what is given and differs; a class stays in its policy. */
export async function changePolicyClass(
  tx: Tx,
  { id, name, disabled, ...input }: ClassCoverage & { id: string; name?: string; disabled?: boolean },
): Promise<PolicyClassRow> {
  const columns = columnsOf(input)
  const before = await tx.lock('policy_class', id)
  return changeRecord(tx, 'policy_class', before, { ...columns, name, disabled })
}

function columnsOf({ maxLimitMinor, ...coverage }: ClassCoverage) {
  const columns = coverageColumns(coverage)
  requireAmount(maxLimitMinor, '/maxLimitMinor')
  return { ...columns, max_limit_minor: maxLimitMinor }
}
