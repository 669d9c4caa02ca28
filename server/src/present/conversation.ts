import type { Conversation } from '@clinic/contract/conversations.ts'
import type { Static } from '@clinic/contract/kernel.ts'
import type { ConversationRow } from '../domain/conversations/conversation.ts'

/** Phone and name as they are: who may see them is declared on the fields. */
export const presentConversation = (row: ConversationRow): Static<typeof Conversation> => ({
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
