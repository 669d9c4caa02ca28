import { enqueue } from '../../kernel/job-queue.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { countOutbound, openThread } from '../conversations/thread.ts'
import type { CommunicationRow } from './communication.ts'
import { messageDispatch } from './dispatch.ts'
import type { PhoneChannel } from './message-carrier.ts'
import { preview } from './template-text.ts'

interface NewCommunication {
  /** What is read: the text, or the template's with its values. */
  text: string
  templateId?: string
  /** The template before its values, which is all of it that may be shown to some. */
  templateText?: string
  variables?: readonly string[]
  patientId?: string | null
  leadId?: string | null
  /** The member of staff who sends it. */
  userId?: string | null
}

interface Message extends NewCommunication {
  channel: PhoneChannel
  /** E.164. */
  phone: string
}

interface Mail extends NewCommunication {
  channel: 'email'
  subject: string
}

/** Puts a message into the pipeline, and into the conversation with that phone number. A worker sends it. */
export async function queueCommunication(tx: Tx, message: Message | Mail): Promise<CommunicationRow> {
  const { patientId = null, leadId = null, userId = null } = message
  const id = newId('com', Date.parse(tx.now))
  const thread = message.channel === 'email' ? undefined : await openThread(tx, { phone: message.phone, patientId })
  const communication = tx.add('communication', {
    id,
    channel: message.channel,
    state: 'PENDING',
    attempts: 0,
    claimed_until: null,
    template_id: message.templateId ?? null,
    variables: [...(message.variables ?? [])],
    subject: message.channel === 'email' ? message.subject : null,
    text: message.text,
    content_preview: preview(message.text),
    template_preview: message.templateText === undefined ? null : preview(message.templateText),
    error_code: null,
    sent_at: null,
    patient_id: patientId,
    lead_id: leadId ?? thread?.lead_id ?? null,
    user_id: userId,
    lab_id: null,
  })
  if (thread && message.channel !== 'email') {
    tx.add('conversation_message', {
      direction: 'OUTBOUND',
      status: 'queued',
      file_id: null,
      error_code: null,
      carrier_id: null,
      sent_at: null,
      delivered_at: null,
      read_at: null,
      id: newId('cmg', Date.parse(tx.now)),
      conversation_id: thread.id,
      channel: message.channel,
      type: message.templateId === undefined ? 'text' : 'template',
      text: message.text,
      template_id: message.templateId ?? null,
      template_text: message.templateText ?? null,
      sent_by_id: userId,
      communication_id: id,
    })
    await countOutbound(tx, thread)
  }
  await enqueue(tx, messageDispatch, { communicationId: id }, { key: id })
  return communication
}
