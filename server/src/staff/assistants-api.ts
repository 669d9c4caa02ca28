import { ASSISTANT_SCOPES } from '@clinic/contract/assistant-scopes.ts'
import {
  disconnectAllAssistants,
  disconnectAssistant,
  disconnectClinicAssistant,
  getAssistantPolicy,
  listAccesses,
  listClinicAccesses,
  listClinicConnections,
  listConnections,
  putAssistantPolicy,
} from '@clinic/contract/staff/assistants.ts'
import { getClinicSecurity, putClinicSecurity } from '@clinic/contract/staff/clinic-security.ts'
import type { AssistantPolicy } from '../domain/assistants/assistant-policy.ts'
import { CONTACTS_SCOPE } from '../domain/assistants/assistant-policy.ts'
import { changePolicy, policyOf } from '../domain/assistants/change-policy.ts'
import {
  type AccessRow,
  accesses,
  type ConnectionRow,
  callerOf,
  connectionsOf,
  isConnection,
} from '../domain/assistants/connections.ts'
import { endConnection, endConnectionsOfUser } from '../domain/assistants/end-connection.ts'
import { readableScopes } from '../domain/assistants/role-scopes.ts'
import { askForSecondFactor, asksForSecondFactor } from '../domain/clinics/second-factor-rule.ts'
import { refuse } from '../kernel/errors.ts'
import { implement } from '../kernel/implement.ts'
import { page } from '../kernel/page.ts'
import type { Tx } from '../kernel/tx.ts'

/** Those that show a patient's health or how to reach them. */
const SENSITIVE: ReadonlySet<string> = new Set(['clinical:read', 'documents:read', CONTACTS_SCOPE])

/** What the assistant may read as things are now: never more than the person may. */
const scopesOf = ({ role, scope }: ConnectionRow) =>
  readableScopes(role, scope).map(name => {
    const { en, ar } = ASSISTANT_SCOPES[name]
    return { name, en, ar, sensitive: SENSITIVE.has(name) }
  })

const presentConnection = (row: ConnectionRow) => ({
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

const presentAccess = (row: AccessRow) => ({
  id: row.id,
  at: row.created_at,
  operation: row.operation,
  resourceIds: row.resource_ids,
  patientCount: row.patient_count,
  fieldScopes: row.field_scopes,
  refused: row.refused,
})

const presentPolicy = (policy: AssistantPolicy) => ({
  enabled: policy.enabled,
  mode: policy.mode,
  allowedClientIds: policy.allowed,
  blockedClientIds: policy.blocked,
  patientContacts: policy.patient_contacts,
  maxDays: policy.max_days,
})

/** A connection that is, or was, the clinic's, or 404; with `userId` that person's. */
async function requireConnection(tx: Tx, id: string, userId: string | null): Promise<void> {
  if (!(await isConnection(tx, id, userId))) refuse('not_found', { resource: 'connection' })
}

async function accessesOf(
  tx: Tx,
  { id, ...query }: { id: string; cursor?: string; limit?: number },
  userId: string | null,
) {
  await requireConnection(tx, id, userId)
  return page(tx, accesses, { ...query, caller: callerOf(id) }, presentAccess)
}

async function disconnect(tx: Tx, id: string, userId: string | null) {
  await requireConnection(tx, id, userId)
  await endConnection(tx, { companyId: tx.clinic.id, id, userId })
  return { data: { id, disconnected: true } }
}

/** Which assistants are connected, what they did, and which may be connected. */
export const assistantsApi = [
  implement(listConnections, async tx => ({ data: (await connectionsOf(tx, tx.caller.id)).map(presentConnection) })),
  implement(listAccesses, (tx, query) => accessesOf(tx, query, tx.caller.id)),
  implement(disconnectAssistant, (tx, { id }) => disconnect(tx, id, tx.caller.id)),
  implement(disconnectAllAssistants, async tx => {
    const ended = await endConnectionsOfUser(tx, { userId: tx.caller.id, companyId: tx.clinic.id })
    return { data: { disconnected: ended.length }, changed: ended }
  }),
  implement(listClinicConnections, async tx => ({ data: (await connectionsOf(tx, null)).map(presentConnection) })),
  implement(listClinicAccesses, (tx, query) => accessesOf(tx, query, null)),
  implement(disconnectClinicAssistant, (tx, { id }) => disconnect(tx, id, null)),
  implement(getAssistantPolicy, async tx => ({ data: presentPolicy(await policyOf(tx)) })),
  implement(putAssistantPolicy, async (tx, { allowedClientIds, blockedClientIds, ...wish }) => {
    const { enabled, mode, patientContacts, maxDays } = wish
    const lists = { allowed: allowedClientIds, blocked: blockedClientIds }
    const policy = { enabled, mode, ...lists, patient_contacts: patientContacts, max_days: maxDays }
    const ended = await changePolicy(tx, policy)
    return { data: presentPolicy(policy), changed: ended }
  }),
  implement(getClinicSecurity, async tx => ({ data: { secondFactorRequired: await asksForSecondFactor(tx) } })),
  implement(putClinicSecurity, async (tx, { secondFactorRequired }) => {
    await askForSecondFactor(tx, secondFactorRequired)
    return { data: { secondFactorRequired } }
  }),
]
