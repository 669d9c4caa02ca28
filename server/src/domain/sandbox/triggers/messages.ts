import { sql } from '../../../db/statement.ts'
import type { Tx } from '../../../kernel/tx.ts'
import { changeConversation } from '../../conversations/change-conversation.ts'
import { claimCommunication } from '../../messaging/claim-communication.ts'
import { receiveMessage } from '../../messaging/receive-message.ts'
import { recordOutcome } from '../../messaging/record-outcome.ts'
import { sendMessage } from '../../messaging/send-message.ts'
import { fitting, inventedPhone, newest } from '../fitting.ts'
import { aReachablePatient, aWorkplace, newPatient } from '../people.ts'
import type { SandboxWorld } from '../sandbox-world.ts'
import { triggers } from '../trigger.ts'

/** Sends a text, and keeps what the sandbox carrier says of it. */
async function send(tx: Tx, patientId: string, text: string, world: SandboxWorld): Promise<void> {
  const { id } = await sendMessage(tx, { patientId, channel: 'sms', text })
  const claimed = await claimCommunication(tx, id)
  if (!claimed?.to) throw new Error('A message that was just queued cannot be sent.')
  const { communication, to, content } = claimed
  const outcome = await world.carrier(tx).send({ reference: id, to, content, callbackUrl: '' })
  await recordOutcome(tx, communication, outcome)
}

const UNREACHABLE = '0666'

const threadOf = sql<{ id: string }>('select id from conversation where company_id = $1 and phone = $2')

/** A patient writes to the clinic, or a stranger where the patient has no phone. */
async function write(tx: Tx, world: SandboxWorld, set: { patientId?: string; text?: string } = {}) {
  const { phone_number } = await tx.get('patient', await aReachablePatient(tx, set.patientId))
  const from = phone_number ?? inventedPhone()
  const message = { from, text: set.text ?? 'Hello, may I come earlier?', at: tx.now }
  await receiveMessage(tx, world.carrierCallback(tx.clinic, message))
  const [thread] = await tx.sql(threadOf([tx.clinic.id, from]))
  if (!thread) throw new Error('A message came in without a conversation.')
  return thread
}

const anyThread = newest('conversation', 'not t.blocked')
const openThread = newest('conversation', 'not t.blocked and not t.resolved')

const otherAssignee = sql<{ id: string }>(`
  select id from practitioner where company_id = $1 and active and id is distinct from $2 order by created_at, id limit 1`)

export const messageTriggers = triggers({
  'message.sent': async (tx, { patientId, text = 'Your appointment is tomorrow.' }, world) =>
    send(tx, await aReachablePatient(tx, patientId), text, world),
  'message.failed': async (tx, { text = 'Your appointment is tomorrow.' }, world) =>
    send(tx, (await newPatient(tx, inventedPhone(UNREACHABLE))).id, text, world),
  'conversation.message_received': async (tx, set, world) => write(tx, world, set),
  'conversation.assigned': async (tx, { id: named, assignedToId }, world) => {
    const id = await fitting(tx, named, anyThread, () => write(tx, world))
    await aWorkplace(tx)
    const { assigned_to_id } = await tx.get('conversation', id)
    const [other] = await tx.sql(otherAssignee([tx.clinic.id, assigned_to_id]))
    return changeConversation(tx, { id, assignedToId: assignedToId ?? other?.id ?? null })
  },
  'conversation.resolved': async (tx, { id }, world) =>
    changeConversation(tx, { id: await fitting(tx, id, openThread, () => write(tx, world)), resolved: true }),
})
