import { MESSAGE_CHANNELS } from '@clinic/contract/communications.ts'
import { type ConversationMessage, MESSAGE_DIRECTIONS, MESSAGE_TYPES } from '@clinic/contract/conversations.ts'
import type { Static } from '@clinic/contract/kernel.ts'
import type { Selectable } from 'kysely'
import type { Database } from '../db/builder.ts'
import { messageStatus } from '../domain/messaging/message-status.ts'
import { knownWord } from '../kernel/values/known-word.ts'

export type MessageRow = Selectable<Database['conversation_message']>

export const presentConversationMessage = (row: MessageRow): Static<typeof ConversationMessage> => ({
  object: 'conversation_message',
  id: row.id,
  conversationId: row.conversation_id,
  direction: knownWord(MESSAGE_DIRECTIONS, row.direction),
  channel: knownWord(MESSAGE_CHANNELS, row.channel),
  type: knownWord(MESSAGE_TYPES, row.type),
  text: row.text,
  templateId: row.template_id,
  fileId: row.file_id,
  status: messageStatus(row),
  errorMessage: row.error_code,
  sentById: row.sent_by_id,
  sentAt: row.sent_at,
  deliveredAt: row.delivered_at,
  readAt: row.read_at,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})
