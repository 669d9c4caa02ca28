import { sql } from '../../db/statement.ts'
import type { PlatformTx } from '../../kernel/tx.ts'

/** Which assistants the staff of a clinic may connect: any; those that are verified, or listed; those listed alone. */
export const ASSISTANT_MODES = ['ANY', 'VERIFIED', 'LISTED'] as const

/** What a clinic allows to assistants. */
export interface AssistantPolicy {
  enabled: boolean
  mode: (typeof ASSISTANT_MODES)[number]
  allowed: string[]
  /** Never, whatever the mode. */
  blocked: string[]
  /** Whether the scope patients:read.pii may be granted. */
  patient_contacts: boolean
  /** Days until a connection needs consent again. */
  max_days: number
}

/** The scope that shows how to reach and identify patients. */
export const CONTACTS_SCOPE = 'patients:read.pii'

const policyOf = sql<AssistantPolicy>('select * from assistant_policy_of($1)')

/** What the clinic allows; nothing for a clinic that does not exist. */
export const assistantPolicy = async (
  tx: Pick<PlatformTx, 'sql'>,
  companyId: string,
): Promise<AssistantPolicy | undefined> => (await tx.sql(policyOf([companyId])))[0]

/** Of the scopes asked for, those that the clinic lets assistants have. */
export const allowedScopes = <Scope extends string>(policy: AssistantPolicy, scopes: readonly Scope[]): Scope[] =>
  scopes.filter(scope => scope !== CONTACTS_SCOPE || policy.patient_contacts)
