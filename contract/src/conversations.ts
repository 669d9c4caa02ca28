import { scope } from './access.ts'
import { MessageChannel } from './communications.ts'
import { eventsAbout } from './event.ts'
import { described, Id, MaybeId, MaybeText, MaybeTimestamp, Nullable, OneOf, Optional, record } from './fields.ts'
import { family, Type } from './kernel.ts'
import { MaybeCode, MaybeNote, PersonalInParts, PersonalOfPatient, PersonalPhone } from './tiers.ts'

export const MESSAGE_DIRECTIONS = ['INBOUND', 'OUTBOUND'] as const
export const MESSAGE_TYPES = ['text', 'image', 'audio', 'document', 'template'] as const
export const MESSAGE_STATUSES = ['queued', 'sent', 'delivered', 'read', 'failed'] as const

/** A thread with one phone number. As soon as it is a patient's, name and full phone belong to the patient's field tier. */
export const Conversation = record('conversation', {
  phone: PersonalPhone(Type.String()),
  name: PersonalOfPatient(MaybeText),
  language: MaybeCode,
  blocked: Type.Boolean(),
  resolved: Type.Boolean(),
  unseenCount: Type.Integer(),
  messagesCount: Type.Integer(),
  lastMessageAt: MaybeTimestamp,
  lastActivityAt: MaybeTimestamp,
  patientId: MaybeId,
  leadId: MaybeId,
  assignedToId: MaybeId,
})

/** What is written in a chat is what this scope is asked for; the values of a template are what is known of a patient. */
export const ConversationMessage = record('conversation_message', {
  conversationId: Id,
  direction: OneOf(MESSAGE_DIRECTIONS),
  channel: MessageChannel,
  type: OneOf(MESSAGE_TYPES),
  text: PersonalInParts('textWithoutValues', MaybeNote),
  templateId: MaybeId,
  fileId: MaybeId,
  status: OneOf(MESSAGE_STATUSES),
  errorMessage: MaybeCode,
  sentById: MaybeId,
  sentAt: MaybeTimestamp,
  deliveredAt: MaybeTimestamp,
  readAt: MaybeTimestamp,
})

const { listing, operation } = family('Conversations', {
  read: scope('conversations:read'),
  write: scope('conversations:write'),
})

export const listConversations = listing({
  id: 'listConversations',
  route: 'GET /conversations',
  summary: 'List conversations',
  description:
    'The chats of the clinic with patients, leads and others. Filter by resolved for the inbox and by assignedToId for one person.',
  paging: 'Std',
  filters: {
    resolved: Type.Boolean(),
    assignedToId: Id,
    assignedTo: described(Id, 'The same as assignedToId, by the name that the filter had before.'),
  },
  returns: Conversation,
})

export const getConversation = operation({
  id: 'getConversation',
  route: 'GET /conversations/:id',
  summary: 'Get a conversation',
  description: 'The conversation as it is now, without its messages. Read it after a conversation event.',
  input: { id: Id },
  returns: Conversation,
})

export const updateConversation = operation({
  id: 'updateConversation',
  route: 'PATCH /conversations/:id',
  summary: 'Assign or resolve a conversation',
  description:
    'Absent fields stay as they are; assignedToId null unassigns. Resolving clears unseenCount; the next inbound message opens the conversation again.',
  input: { id: Id, assignedToId: Optional(Nullable(Id)), resolved: Optional(Type.Boolean()) },
  returns: Conversation,
  emits: ['conversation.assigned', 'conversation.resolved'],
})

export const listConversationMessages = listing({
  id: 'listConversationMessages',
  route: 'GET /conversations/:id/messages',
  summary: 'List the messages of a conversation',
  description: 'Newest first.',
  paging: 'Page',
  path: { id: Id },
  returns: ConversationMessage,
})

const conversationEvent = eventsAbout('conversation', { assignedToId: MaybeId, resolved: Type.Boolean() })

export const conversationMessageReceived = conversationEvent(
  'conversation.message_received',
  'A message came in; the text is read through the API.',
)
export const conversationAssigned = conversationEvent(
  'conversation.assigned',
  'A conversation was assigned to someone, or to nobody.',
  { previousAttributes: { assignedToId: null } },
)
export const conversationResolved = conversationEvent('conversation.resolved', 'A conversation was resolved.', {
  example: { resolved: true },
  previousAttributes: { resolved: false },
})
