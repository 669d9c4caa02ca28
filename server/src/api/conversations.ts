import { MESSAGE_CHANNELS } from '@clinic/contract/communications.ts'
import {
  type Conversation,
  type ConversationMessage,
  listConversationMessages,
  listConversations,
  MESSAGE_DIRECTIONS,
  MESSAGE_TYPES,
  updateConversation,
} from '@clinic/contract/conversations.ts'
import type { Static } from '@clinic/contract/kernel.ts'
import type { TableRow } from '../db/tables.ts'
import { changeConversation } from '../domain/conversations/change-conversation.ts'
import type { ConversationRow } from '../domain/conversations/conversation.ts'
import { messageStatus } from '../domain/messaging/message-status.ts'
import { implement } from '../kernel/implement.ts'
import { listSource } from '../kernel/list-source.ts'
import { page } from '../kernel/page.ts'
import { wordOf } from '../kernel/values/word-of.ts'

const directionOf = wordOf(MESSAGE_DIRECTIONS)
const channelOf = wordOf(MESSAGE_CHANNELS)
const typeOf = wordOf(MESSAGE_TYPES)

/** Phone and name as they are: who may see them is declared on the fields. */
const present = (row: ConversationRow): Static<typeof Conversation> => ({
  object: 'conversation',
  id: row.id,
  phone: row.phone,
  name: row.name,
  language: row.language,
  blocked: row.blocked,
  resolved: row.resolved,
  unseenCount: row.unseen_count,
  messagesCount: row.messages_count,
  lastMessageAt: row.last_message_at,
  lastActivityAt: row.last_activity_at,
  patientId: row.patient_id,
  leadId: row.lead_id,
  assignedToId: row.assigned_to_id,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

type MessageRow = TableRow<'conversation_message'>

const presentMessage = (row: MessageRow): Static<typeof ConversationMessage> => ({
  object: 'conversation_message',
  id: row.id,
  conversationId: row.conversation_id,
  direction: directionOf(row.direction),
  channel: channelOf(row.channel),
  type: typeOf(row.type),
  text: row.text,
  templateId: row.template_id,
  fileId: row.file_id,
  status: messageStatus(row.status),
  errorMessage: row.error_code,
  sentById: row.sent_by_id,
  sentAt: row.sent_at,
  deliveredAt: row.delivered_at,
  readAt: row.read_at,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

const source = listSource<ConversationRow>({
  name: 'listConversations',
  from: 'conversation t',
  columns: 't.*',
  filters: {
    resolved: value => `t.resolved = ${value}`,
    assignedTo: value => `t.assigned_to_id = ${value}`,
  },
})

const messages = listSource<MessageRow>({
  name: 'listConversationMessages',
  from: 'conversation_message t',
  columns: 't.*',
  filters: { conversationId: value => `t.conversation_id = ${value}` },
})

export const conversations = [
  implement(listConversations, (tx, query) => page(tx, source, query, present)),
  implement(updateConversation, async (tx, input) => ({ data: present(await changeConversation(tx, input)) })),
  implement(listConversationMessages, async (tx, { id, ...query }) => {
    const { patient_id: patientId } = await tx.get('conversation', id)
    // The audit record names the patient; the answer, which shows declared fields alone, does not.
    return page(tx, messages, { ...query, conversationId: id }, (row: MessageRow) => ({
      ...presentMessage(row),
      patientId,
    }))
  }),
]
