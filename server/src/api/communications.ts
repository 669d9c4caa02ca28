import {
  type Communication,
  listCommunications,
  listMessageTemplates,
  MESSAGE_CHANNELS,
  type Message,
  type MessageTemplate,
  sendMessage,
  TEMPLATE_CATEGORIES,
  TEMPLATE_STATUSES,
} from '@clinic/contract/communications.ts'
import type { Static } from '@clinic/contract/kernel.ts'
import { type CommunicationRow, channelOf, type TemplateRow } from '../domain/messaging/communication.ts'
import { communicationState } from '../domain/messaging/message-status.ts'
import { sendMessage as send } from '../domain/messaging/send-message.ts'
import { implement } from '../kernel/implement.ts'
import { listSource } from '../kernel/list-source.ts'
import { page } from '../kernel/page.ts'
import { wordOf } from '../kernel/values/word-of.ts'

const categoryOf = wordOf(TEMPLATE_CATEGORIES)
const templateStatus = wordOf(TEMPLATE_STATUSES)
const messageChannel = wordOf(MESSAGE_CHANNELS)

/** The whole message, and beside it what concerns each of the two channels that are counted apart. */
function present(row: CommunicationRow): Static<typeof Communication> {
  const channel = channelOf(row.channel)
  const state = communicationState(row.state)
  const sent = state === 'SENT'
  const pending = state === 'PENDING' || state === 'DISPATCHED'
  const [whatsapp, email] = [channel === 'whatsapp', channel === 'email']
  return {
    object: 'communication',
    id: row.id,
    channels: [channel],
    status: sent,
    pending,
    canceled: state === 'CANCELED',
    attempts: row.attempts,
    whatsappAttempts: whatsapp ? row.attempts : 0,
    emailAttempts: email ? row.attempts : 0,
    whatsappStatus: whatsapp && sent,
    whatsappPending: whatsapp && pending,
    emailStatus: email && sent,
    emailPending: email && pending,
    sentAt: row.sent_at,
    whatsappSentAt: whatsapp ? row.sent_at : null,
    emailSentAt: email ? row.sent_at : null,
    contentPreview: row.content_preview,
    patientId: row.patient_id,
    userId: row.user_id,
    labId: row.lab_id,
    leadId: row.lead_id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

const presentTemplate = (row: TemplateRow): Static<typeof MessageTemplate> => ({
  object: 'message_template',
  id: row.id,
  name: row.name,
  language: row.language,
  category: categoryOf(row.category),
  status: templateStatus(row.status),
  body: row.body,
  variableCount: row.variable_count,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

const presentQueued = (row: CommunicationRow): Static<typeof Message> => ({
  object: 'message',
  communicationId: row.id,
  channel: messageChannel(row.channel),
  status: 'queued',
})

const source = listSource<CommunicationRow>({
  name: 'listCommunications',
  from: 'communication t',
  columns: 't.*',
  filters: {
    patientId: value => `t.patient_id = ${value}`,
    channel: value => `t.channel = ${value}`,
  },
  selectiveFilters: ['patientId'],
})

const templates = listSource<TemplateRow>({
  name: 'listMessageTemplates',
  from: 'message_template t',
  columns: 't.*',
  filters: { status: value => `t.status = ${value}` },
})

export const communications = [
  implement(sendMessage, async (tx, input) => ({ data: presentQueued(await send(tx, input)) })),
  implement(listCommunications, (tx, query) => page(tx, source, query, present)),
  implement(listMessageTemplates, (tx, query) => page(tx, templates, query, presentTemplate)),
]
