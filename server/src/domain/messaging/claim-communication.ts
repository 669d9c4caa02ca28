import { sql } from '../../db/statement.ts'
import { enqueue } from '../../kernel/job-queue.ts'
import type { Tx } from '../../kernel/tx.ts'
import { type ClinicProvider, providerInUse } from '../providers/clinic-provider.ts'
import { markCanceled } from './cancel-communication.ts'
import { type CommunicationRow, channelOf, type TemplateRow } from './communication.ts'
import { messageDispatch } from './dispatch.ts'
import type { Content } from './message-carrier.ts'
import { canBecome, communicationState } from './message-status.ts'
import { isStillDue } from './reminder-still-due.ts'

/** A communication that is this worker's to send, and what that takes. */
export interface ClaimedCommunication {
  communication: CommunicationRow
  /** E.164 or an e-mail address; null where the recipient has none any more. */
  to: string | null
  content: Content
  provider: ClinicProvider | undefined
}

/** Longer than any attempt takes: after it the worker that had it is taken for dead. */
const CLAIM_MS = 60_000

/** A message in a conversation goes to its phone number, an e-mail to the address in the file. */
const addressOf = sql<{ phone: string | null; email: string | null }>(`
  select
    (select conversation.phone from conversation_message as message
     join conversation on conversation.company_id = $1 and conversation.id = message.conversation_id
     where message.company_id = $1 and message.communication_id = $2) as phone,
    coalesce(
      (select email from patient where company_id = $1 and id = $3),
      (select contact.email from lead join contact on contact.company_id = $1 and contact.id = lead.contact_id
       where lead.company_id = $1 and lead.id = $4)) as email`)

/** Whether the patient to whom it would go, by whatever way, has a file that is restricted. */
const isToRestricted = sql(`
  select from restricted_patient where company_id = $1 and patient_id in (
    $3, (select lead.patient_id from lead where lead.company_id = $1 and lead.id = $4),
    (select conversation.patient_id from conversation_message as message
     join conversation on conversation.company_id = $1 and conversation.id = message.conversation_id
     where message.company_id = $1 and message.communication_id = $2))`)

/**
 * Takes a communication to send it, as its next attempt; nothing when that is not, or not now, to be done. One that
 * another worker has is looked at again when its claim has lapsed; one to a patient whose file was restricted meanwhile, and
 * one that reminds of a visit that is no longer as it was, is canceled.
 */
export async function claimCommunication(tx: Tx, id: string): Promise<ClaimedCommunication | undefined> {
  const before = await tx.lock('communication', id)
  if (!canBecome(communicationState(before.state), 'DISPATCHED')) return undefined
  if (before.claimed_until !== null && before.claimed_until > tx.now) {
    await enqueue(tx, messageDispatch, { communicationId: id }, { key: id, at: before.claimed_until })
    return undefined
  }
  const [[restricted], isDue] = await Promise.all([
    tx.sql(isToRestricted([tx.clinic.id, id, before.patient_id, before.lead_id])),
    isStillDue(tx, id),
  ])
  // What is said in the conversation of a restricted patient stays as it was: the restriction may be lifted.
  if (!isDue) await tx.sql(markCanceled([tx.clinic.id, id, tx.now]))
  if (restricted || !isDue) {
    await tx.update('communication', id, { state: 'CANCELED', claimed_until: null })
    return undefined
  }
  const communication = await tx.update('communication', id, {
    state: 'DISPATCHED',
    attempts: before.attempts + 1,
    claimed_until: new Date(Date.parse(tx.now) + CLAIM_MS).toISOString(),
  })
  const [address] = await tx.sql(addressOf([tx.clinic.id, id, before.patient_id, before.lead_id]))
  const template = before.template_id === null ? undefined : await tx.get('message_template', before.template_id)
  const channel = channelOf(before.channel)
  return {
    communication,
    to: (channel === 'email' ? address?.email : address?.phone) ?? null,
    content: contentOf(before, template),
    provider: await providerInUse(tx, channel),
  }
}

function contentOf({ subject, text, variables }: CommunicationRow, template: TemplateRow | undefined): Content {
  const body = text ?? ''
  if (template) return { type: 'template', name: template.name, language: template.language, variables, text: body }
  return subject === null ? { type: 'text', text: body } : { type: 'mail', subject, text: body }
}
