import { ASSISTANT_SCOPES } from '@clinic/contract/assistant-scopes.ts'
import type { Static } from '@clinic/contract/kernel.ts'
import type { Connection } from '@clinic/contract/staff/assistants.ts'
import { CONTACTS_SCOPE } from '../domain/assistants/assistant-policy.ts'
import type { ConnectionRow } from '../domain/assistants/connections.ts'
import { readableScopes } from '../domain/assistants/role-scopes.ts'

/** Those that show a patient's health or how to reach them. */
const SENSITIVE: ReadonlySet<string> = new Set(['clinical:read', 'documents:read', CONTACTS_SCOPE])

/** What the assistant may read as things are now: never more than the person may. */
const scopesOf = ({ role, scope }: ConnectionRow) =>
  readableScopes(role, scope).map(name => {
    const { en, ar } = ASSISTANT_SCOPES[name]
    return { name, en, ar, sensitive: SENSITIVE.has(name) }
  })

export const presentAssistantConnection = (row: ConnectionRow): Static<typeof Connection> => ({
  id: row.id,
  client: { id: row.client_id, name: row.client_name, host: row.host, verified: row.verified },
  scopes: scopesOf(row),
  connectedAt: row.created_at,
  lastUsedAt: row.last_used_at,
  secondFactor: row.second_factor,
  endsAt: row.ends_at,
  callsIn30Days: row.calls,
  user: { id: row.user_id, name: row.user_name, nameAr: row.user_name_ar },
})
