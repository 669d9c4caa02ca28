import { Communication, Message, MessageTemplate } from '@clinic/contract/communications.ts'
import { Conversation, ConversationMessage } from '@clinic/contract/conversations.ts'
import type { Static } from '@clinic/contract/kernel.ts'
import type { TableRow } from '../db/tables.ts'
import { channelOf } from '../domain/messaging/communication.ts'
import { communicationState } from '../domain/messaging/message-status.ts'
import { type Presenter, presenter } from '../kernel/presenter.ts'

type Row = TableRow<'communication'>
const isSent = (row: Row) => communicationState(row.state) === 'SENT'
const isPending = (row: Row) => ['PENDING', 'DISPATCHED'].includes(communicationState(row.state))
const byWhatsapp = (row: Row) => row.channel === 'whatsapp'
const byEmail = (row: Row) => row.channel === 'email'

/** The whole message, and beside it what concerns each of the two channels that are counted apart. */
const presentWhole = presenter<Row, typeof Communication>(Communication, {
  channels: row => [channelOf(row.channel)],
  status: isSent,
  pending: isPending,
  canceled: row => communicationState(row.state) === 'CANCELED',
  whatsappAttempts: row => (byWhatsapp(row) ? row.attempts : 0),
  emailAttempts: row => (byEmail(row) ? row.attempts : 0),
  whatsappStatus: row => byWhatsapp(row) && isSent(row),
  whatsappPending: row => byWhatsapp(row) && isPending(row),
  emailStatus: row => byEmail(row) && isSent(row),
  emailPending: row => byEmail(row) && isPending(row),
  whatsappSentAt: row => (byWhatsapp(row) ? row.sent_at : null),
  emailSentAt: row => (byEmail(row) ? row.sent_at : null),
})

interface PreviewInParts {
  templatePreview: string | null
}

export const presentCommunication: Presenter<Row, Static<typeof Communication> & PreviewInParts> = (row, clinic) => ({
  ...presentWhole(row, clinic),
  templatePreview: row.template_preview,
})

export const presentMessage = presenter<Row, typeof Message>(Message, {
  communicationId: 'id',
  status: () => 'queued',
})

export const presentMessageTemplate = presenter<TableRow<'message_template'>, typeof MessageTemplate>(MessageTemplate)

/** Phone and name as they are: who may see them is declared on the fields. */
export const presentConversation = presenter<TableRow<'conversation'>, typeof Conversation>(Conversation)

export type MessageRow = TableRow<'conversation_message'>

const presentText = presenter<MessageRow, typeof ConversationMessage>(ConversationMessage, {
  errorMessage: 'error_code',
})

interface TextInParts {
  textWithoutValues: string | null
}

export const presentConversationMessage: Presenter<MessageRow, Static<typeof ConversationMessage> & TextInParts> = (
  row,
  clinic,
) => ({
  ...presentText(row, clinic),
  textWithoutValues: row.type === 'template' ? row.template_text : row.text,
})
