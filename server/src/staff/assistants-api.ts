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
import { changePolicy, policyOf } from '../domain/assistants/change-policy.ts'
import { accesses, callerOf, connectionsOf, isConnection } from '../domain/assistants/connections.ts'
import { endConnection, endConnectionsOfUser } from '../domain/assistants/end-connection.ts'
import { askForSecondFactor, secondFactorRule } from '../domain/clinics/second-factor-rule.ts'
import { refuse } from '../kernel/errors.ts'
import { implement } from '../kernel/implement.ts'
import { page } from '../kernel/page.ts'
import type { Tx } from '../kernel/tx.ts'
import { presentAssistantAccess, presentAssistantConnection, presentAssistantPolicy } from '../present/assistants.ts'

/** A connection that is, or was, the clinic's, or 404; with `userId` that person's. */
async function requireConnection(tx: Tx, id: string, userId: string | null): Promise<void> {
  if (!(await isConnection(tx, id, userId))) refuse('not_found', { resource: 'connection' })
}

const connections = async (tx: Tx, userId: string | null) => ({
  data: (await connectionsOf(tx, userId)).map(row => presentAssistantConnection(row, tx.clinic)),
})

async function accessesOf(
  tx: Tx,
  { id, ...query }: { id: string; cursor?: string; limit?: number },
  userId: string | null,
) {
  await requireConnection(tx, id, userId)
  return page(tx, accesses, { ...query, caller: callerOf(id) }, presentAssistantAccess)
}

async function disconnect(tx: Tx, id: string, userId: string | null) {
  await requireConnection(tx, id, userId)
  await endConnection(tx.control, { companyId: tx.clinic.id, id, userId })
  return { data: { id, disconnected: true } }
}

/** Which assistants are connected, what they did, and which may be connected. */
export const assistantsApi = [
  implement(listConnections, tx => connections(tx, tx.caller.id)),
  implement(listAccesses, (tx, query) => accessesOf(tx, query, tx.caller.id)),
  implement(disconnectAssistant, (tx, { id }) => disconnect(tx, id, tx.caller.id)),
  implement(disconnectAllAssistants, async tx => {
    const ended = await endConnectionsOfUser(tx.control, { userId: tx.caller.id, companyId: tx.clinic.id })
    return { data: { disconnected: ended.length }, changed: ended }
  }),
  implement(listClinicConnections, tx => connections(tx, null)),
  implement(listClinicAccesses, (tx, query) => accessesOf(tx, query, null)),
  implement(disconnectClinicAssistant, (tx, { id }) => disconnect(tx, id, null)),
  implement(getAssistantPolicy, async tx => ({ data: presentAssistantPolicy(await policyOf(tx), tx.clinic) })),
  implement(putAssistantPolicy, async (tx, { allowedClientIds, blockedClientIds, ...wish }) => {
    const { enabled, mode, patientContacts, maxDays } = wish
    const lists = { allowed: allowedClientIds, blocked: blockedClientIds }
    const wanted = { enabled, mode, ...lists, patient_contacts: patientContacts, max_days: maxDays }
    const { policy, ended } = await changePolicy(tx, wanted)
    return { data: presentAssistantPolicy(policy, tx.clinic), changed: ended }
  }),
  implement(getClinicSecurity, async tx => ({ data: await secondFactorRule(tx) })),
  implement(putClinicSecurity, async (tx, { secondFactorRequired }) => ({
    data: await askForSecondFactor(tx, secondFactorRequired),
  })),
]
