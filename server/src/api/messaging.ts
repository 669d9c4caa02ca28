import {
  getCommunication,
  listCommunications,
  listMessageTemplates,
  sendMessage,
} from '@clinic/contract/communications.ts'
import {
  getConversation,
  listConversationMessages,
  listConversations,
  updateConversation,
} from '@clinic/contract/conversations.ts'
import { changeConversation } from '../domain/conversations/change-conversation.ts'
import { sendMessage as send } from '../domain/messaging/send-message.ts'
import { implement } from '../kernel/implement.ts'
import { listSource } from '../kernel/list-source.ts'
import { page } from '../kernel/page.ts'
import { getRecord, listRecords, presented } from '../kernel/record-operations.ts'
import {
  type MessageRow,
  presentCommunication,
  presentConversation,
  presentConversationMessage,
  presentMessage,
  presentMessageTemplate,
} from '../present/messaging.ts'

const messageSource = listSource<MessageRow>({
  name: 'listConversationMessages',
  from: 'conversation_message t',
  columns: 't.*',
  filters: { conversationId: value => `t.conversation_id = ${value}` },
})

export const messaging = [
  implement(sendMessage, presented(send, presentMessage)),
  listRecords(listCommunications, 'communication', presentCommunication),
  getRecord(getCommunication, 'communication', presentCommunication),
  listRecords(listMessageTemplates, 'message_template', presentMessageTemplate),
  listRecords(listConversations, 'conversation', presentConversation, {
    filters: { assignedTo: value => `t.assigned_to_id = ${value}` },
  }),
  getRecord(getConversation, 'conversation', presentConversation),
  implement(updateConversation, presented(changeConversation, presentConversation)),
  implement(listConversationMessages, async (tx, { id, ...query }) => {
    const { patient_id: patientId } = await tx.get('conversation', id)
    // The audit record names the patient; the answer, which shows declared fields alone, does not.
    return page(tx, messageSource, { ...query, conversationId: id }, (row, clinic) => ({
      ...presentConversationMessage(row, clinic),
      patientId,
    }))
  }),
]
