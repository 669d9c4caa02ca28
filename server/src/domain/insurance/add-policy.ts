import { refuseInput } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import type { PolicyRow, PolicyStatus } from './insurer.ts'

export interface NewPolicy {
  insuranceCompanyId: string
  policyNumber?: string | null
  /** The person or company that took it out. */
  holderName?: string | null
  coverageType?: string | null
  relationship?: string | null
  /** ACTIVE unless told. */
  status?: PolicyStatus | null
  sponsorNumber?: string | null
  /** YYYY-MM-DD. */
  inception?: string | null
  /** An instant. */
  due?: string | null
}

/** Adds a policy of an insurer, which counts its policies. */
export async function addPolicy(tx: Tx, input: NewPolicy): Promise<PolicyRow> {
  const insurer = await tx.lock('insurance_company', input.insuranceCompanyId)
  if (insurer.disabled)
    refuseInput({ path: '/insuranceCompanyId', code: 'inactive', message: 'must be an insurer that is in use' })
  await tx.update('insurance_company', insurer.id, { total_policies: insurer.total_policies + 1 })
  return tx.insert('insurance_policy', {
    id: newId('ipo', Date.parse(tx.now)),
    insurance_company_id: insurer.id,
    policy_number: input.policyNumber ?? null,
    holder_name: input.holderName ?? null,
    coverage_type: input.coverageType ?? null,
    relationship: input.relationship ?? null,
    status: input.status === undefined ? 'ACTIVE' : input.status,
    sponsor_number: input.sponsorNumber ?? null,
    inception: input.inception ?? null,
    due_at: instantOf(input.due) ?? null,
  })
}

/** An instant as it is stored; null and undefined stay what they are. */
export const instantOf = (due: string | null | undefined) => due && new Date(due).toISOString()
