import { sql } from '../../db/statement.ts'
import type { TableRow } from '../../db/tables.ts'
import { changeRecord } from '../../kernel/change-record.ts'
import { refuseInput } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'

export type PolicyRow = TableRow<'insurance_policy'>

interface PolicyFields {
  policyNumber?: string | null
  /** The person or company that took it out. */
  holderName?: string | null
  coverageType?: string | null
  relationship?: string | null
  /** ACTIVE unless told. */
  status?: 'ACTIVE' | 'SUSPENDED' | 'EXPIRED' | 'CANCELED' | null
  sponsorNumber?: string | null
  /** YYYY-MM-DD. */
  inception?: string | null
  /** An instant. */
  due?: string | null
}

const count = sql(`
  update insurance_company set total_policies = total_policies + 1, updated_at = $3 where company_id = $1 and id = $2`)

/** Adds a policy of an insurer, which counts its policies. */
export async function addPolicy(tx: Tx, input: PolicyFields & { insuranceCompanyId: string }): Promise<PolicyRow> {
  const insurer = await tx.lock('insurance_company', input.insuranceCompanyId)
  if (insurer.disabled)
    refuseInput({ path: '/insuranceCompanyId', code: 'inactive', message: 'must be an insurer that is in use' })
  await tx.sql(count([tx.clinic.id, insurer.id, tx.now]))
  tx.touched.row('insurance_company', { id: insurer.id }, ['total_policies'])
  const id = newId('ipo', Date.parse(tx.now))
  const columns = columnsOf({ status: 'ACTIVE', ...input })
  return tx.insert('insurance_policy', { ...columns, id, insurance_company_id: insurer.id })
}

/** Changes what is given and differs; a policy stays with its insurer. */
export async function changePolicy(
  tx: Tx,
  { id, disabled, ...input }: PolicyFields & { id: string; disabled?: boolean },
): Promise<PolicyRow> {
  const before = await tx.lock('insurance_policy', id)
  return changeRecord(tx, 'insurance_policy', before, { ...columnsOf(input), disabled })
}

const columnsOf = (input: PolicyFields) => ({
  policy_number: input.policyNumber,
  holder_name: input.holderName,
  coverage_type: input.coverageType,
  relationship: input.relationship,
  status: input.status,
  sponsor_number: input.sponsorNumber,
  inception: input.inception,
  due_at: input.due && new Date(input.due).toISOString(),
})
