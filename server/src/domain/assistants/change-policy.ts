import { sql } from '../../db/statement.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { type AssistantPolicy, assistantPolicy } from './assistant-policy.ts'
import { endDisallowedConnections } from './end-connection.ts'

const change = sql(`
  update clinic
  set assistants_enabled = $2, assistant_mode = $3, assistants_allowed = $4, assistants_blocked = $5,
    assistant_patient_contacts = $6, assistant_max_days = $7
  where company_id = $1`)

/** What the transaction's clinic allows to assistants. */
export const policyOf = async (tx: Tx): Promise<AssistantPolicy> =>
  (await assistantPolicy(tx, tx.clinic.id)) ?? refuse('not_found', { resource: 'clinic' })

/** Says what the clinic allows to assistants; answers the connections that it does not allow any more, which end. */
export async function changePolicy(tx: Tx, policy: AssistantPolicy): Promise<string[]> {
  const { enabled, mode, allowed, blocked, patient_contacts, max_days } = policy
  await tx.sql(change([tx.clinic.id, enabled, mode, allowed, blocked, patient_contacts, max_days]))
  return endDisallowedConnections(tx, tx.clinic.id)
}
