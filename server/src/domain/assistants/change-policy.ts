import { changeClinic } from '../../kernel/change-clinic.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { type AssistantPolicy, assistantPolicy } from './assistant-policy.ts'
import { endDisallowedConnections } from './end-connection.ts'

/** What the transaction's clinic allows to assistants. */
export const policyOf = async (tx: Tx): Promise<AssistantPolicy> =>
  (await assistantPolicy(tx, tx.clinic.id)) ?? refuse('not_found', { resource: 'clinic' })

/** Says what the clinic allows to assistants; answers the connections that it does not allow any more, which end. */
export async function changePolicy(tx: Tx, policy: AssistantPolicy): Promise<string[]> {
  const { enabled, mode, allowed, blocked, patient_contacts, max_days } = policy
  await changeClinic(tx, {
    assistants_enabled: enabled,
    assistant_mode: mode,
    assistants_allowed: allowed,
    assistants_blocked: blocked,
    assistant_patient_contacts: patient_contacts,
    assistant_max_days: max_days,
  })
  return endDisallowedConnections(tx, tx.clinic.id)
}
