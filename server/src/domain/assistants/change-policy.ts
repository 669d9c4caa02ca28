import { sql } from '../../db/statement.ts'
import { changeClinic } from '../../kernel/change-clinic.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import type { AssistantPolicy } from './assistant-policy.ts'
import { endDisallowedConnections } from './end-connection.ts'

/** What a clinic allows, as of a version of the clinic. */
export type VersionedPolicy = AssistantPolicy & { version: number }

const read = sql<VersionedPolicy>(`
  select policy.*, clinic.version
  from clinic cross join lateral assistant_policy_of(clinic.company_id) policy where clinic.company_id = $1`)

/** What the transaction's clinic allows to assistants. */
export async function policyOf(tx: Tx): Promise<VersionedPolicy> {
  const [policy] = await tx.sql(read([tx.clinic.id]))
  return policy ?? refuse('not_found', { resource: 'clinic' })
}

/** Says what the clinic allows to assistants; answers the connections that it does not allow any more, which end. */
export async function changePolicy(
  tx: Tx,
  policy: AssistantPolicy,
): Promise<{ policy: VersionedPolicy; ended: string[] }> {
  const { enabled, mode, allowed, blocked, patient_contacts, max_days } = policy
  const allowing = {
    assistants_enabled: enabled,
    assistant_mode: mode,
    assistants_allowed: allowed,
    assistants_blocked: blocked,
  }
  const { version } = await changeClinic(tx, {
    ...allowing,
    assistant_patient_contacts: patient_contacts,
    assistant_max_days: max_days,
  })
  return { policy: { ...policy, version }, ended: await endDisallowedConnections(tx.control, tx.clinic.id, allowing) }
}
