import { listConversationMessages, listConversations, updateConversation } from '@clinic/contract/conversations.ts'
import { changeConversation } from '../domain/conversations/change-conversation.ts'
import type { ConversationRow } from '../domain/conversations/conversation.ts'
import { implement } from '../kernel/implement.ts'
import { listSource } from '../kernel/list-source.ts'
import { page } from '../kernel/page.ts'
import { presentConversation } from '../present/conversation.ts'
import { type MessageRow, presentConversationMessage } from '../present/conversation-message.ts'

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
  implement(listConversations, (tx, query) => page(tx, source, query, presentConversation)),
  implement(updateConversation, async (tx, input) => ({
    data: presentConversation(await changeConversation(tx, input)),
  })),
  implement(listConversationMessages, async (tx, { id, ...query }) => {
    const { patient_id: patientId } = await tx.get('conversation', id)
    // The audit record names the patient; the answer, which shows declared fields alone, does not.
    return page(tx, messages, { ...query, conversationId: id }, (row: MessageRow) => ({
      ...presentConversationMessage(row),
      patientId,
    }))
  }),
]
