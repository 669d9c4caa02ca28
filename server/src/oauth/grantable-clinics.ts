import type { AssistantScope } from '@clinic/contract/assistant-scopes.ts'
import { sql } from '../db/statement.ts'
import { type AssistantPolicy, allowedScopes } from '../domain/assistants/assistant-policy.ts'
import { readableScopes } from '../domain/assistants/role-scopes.ts'
import type { StaffClinic, StaffSession } from '../domain/staff/session.ts'
import type { PlatformTx } from '../kernel/tx.ts'
import type { PendingRequest } from './pending-request.ts'

/** A clinic to which this client may be connected by this person, and what it may be allowed to read there. */
export interface GrantableClinic {
  clinic: StaffClinic
  scopes: AssistantScope[]
  maxDays: number
}

type Terms = AssistantPolicy & { company_id: string }

const termsOf = sql<Terms>(`
  select asked.company_id, policy.* from unnest($1::text[]) as asked (company_id)
  cross join lateral assistant_policy_of(asked.company_id) as policy
  where may_connect_assistant(asked.company_id, $2)`)

/** The clinics of the login that let this client in, where the person's role lets them show anything of what is asked. */
export async function grantableClinics(
  tx: PlatformTx,
  { client_id: clientId, scope }: PendingRequest,
  session: StaffSession,
): Promise<GrantableClinic[]> {
  const companies = session.clinics.map(({ company_id }) => company_id)
  const terms = await tx.sql(termsOf([companies, clientId]))
  return session.clinics.flatMap(clinic => {
    const policy = terms.find(({ company_id }) => company_id === clinic.company_id)
    if (!policy) return []
    const scopes = allowedScopes(policy, readableScopes(clinic.role, scope))
    return scopes.length > 0 ? [{ clinic, scopes, maxDays: policy.max_days }] : []
  })
}
