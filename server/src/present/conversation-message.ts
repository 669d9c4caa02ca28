import { MESSAGE_CHANNELS } from '@clinic/contract/communications.ts'
import { type ConversationMessage, MESSAGE_DIRECTIONS, MESSAGE_TYPES } from '@clinic/contract/conversations.ts'
import type { Static } from '@clinic/contract/kernel.ts'
import type { TableRow } from '../db/tables.ts'
import { messageStatus } from '../domain/messaging/message-status.ts'
import { wordOf } from '../kernel/values/word-of.ts'

const directionOf = wordOf(MESSAGE_DIRECTIONS)
const channelOf = wordOf(MESSAGE_CHANNELS)
const typeOf = wordOf(MESSAGE_TYPES)

export type MessageRow = TableRow<'conversation_message'>

export const presentConversationMessage = (row: MessageRow): Static<typeof ConversationMessage> => ({
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
