import { ASSISTANT_SCOPES } from '@clinic/contract/assistant-scopes.ts'
import { Connection, getAssistantPolicy, listAccesses } from '@clinic/contract/staff/assistants.ts'
import type { VersionedPolicy } from '../domain/assistants/change-policy.ts'
import type { AccessRow, ConnectionRow } from '../domain/assistants/connections.ts'
import { readableScopes } from '../domain/assistants/role-scopes.ts'
import { presenter } from '../kernel/presenter.ts'

/** What the assistant may read as things are now: never more than the person may. */
const scopesOf = ({ role, scope }: ConnectionRow) =>
  readableScopes(role, scope).map(name => {
    const { en, ar, sensitive } = ASSISTANT_SCOPES[name]
    return { name, en, ar, sensitive }
  })

export const presentAssistantConnection = presenter<ConnectionRow, typeof Connection>(Connection, {
  client: row => ({ id: row.client_id, name: row.client_name, host: row.host, verified: row.verified }),
  scopes: scopesOf,
  connectedAt: 'created_at',
  callsIn30Days: 'calls',
  user: row => ({ id: row.user_id, name: row.user_name, nameAr: row.user_name_ar }),
})

export const presentAssistantAccess = presenter<AccessRow, typeof listAccesses.returns>(listAccesses.returns, {
  at: 'created_at',
})

export const presentAssistantPolicy = presenter<VersionedPolicy, typeof getAssistantPolicy.returns>(
  getAssistantPolicy.returns,
  { allowedClientIds: 'allowed', blockedClientIds: 'blocked' },
)
