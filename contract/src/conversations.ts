import { scope } from './access.ts'
import { MessageChannel } from './communications.ts'
import { exampleIds } from './example-ids.ts'
import {
  Id,
  MaskedWithout,
  MaybeId,
  MaybeText,
  MaybeTimestamp,
  Nullable,
  OneOf,
  Optional,
  resource,
  ScopedWhere,
  Timestamp,
} from './fields.ts'
import { event, listing, operation, Type } from './kernel.ts'

const pii = 'patients:read.pii'

export const MESSAGE_DIRECTIONS = ['INBOUND', 'OUTBOUND'] as const
export const MESSAGE_TYPES = ['text', 'image', 'audio', 'document', 'template'] as const
export const MESSAGE_STATUSES = ['queued', 'sent', 'delivered', 'read', 'failed'] as const

/** A thread with one phone number. As soon as it is a patient's, name and full phone belong to the patient's field tier. */
export const Conversation = resource('conversation', {
  id: Id,
  phone: MaskedWithout(pii, Type.String()),
  name: ScopedWhere(pii, 'patientId', MaybeText),
  language: MaybeText,
  blocked: Type.Boolean(),
  resolved: Type.Boolean(),
  unseenCount: Type.Integer(),
  messagesCount: Type.Integer(),
  lastMessageAt: MaybeTimestamp,
  lastActivityAt: MaybeTimestamp,
  patientId: MaybeId,
  leadId: MaybeId,
  assignedToId: MaybeId,
  createdAt: Timestamp,
  updatedAt: Timestamp,
})

export const ConversationMessage = resource('conversation_message', {
  id: Id,
  conversationId: Id,
  direction: OneOf(MESSAGE_DIRECTIONS),
  channel: MessageChannel,
  type: OneOf(MESSAGE_TYPES),
  text: MaybeText,
  templateId: MaybeId,
  fileId: MaybeId,
  status: OneOf(MESSAGE_STATUSES),
  errorMessage: MaybeText,
  sentById: MaybeId,
  sentAt: MaybeTimestamp,
  deliveredAt: MaybeTimestamp,
  readAt: MaybeTimestamp,
  createdAt: Timestamp,
  updatedAt: Timestamp,
})

const reading = { tag: 'Conversations', access: scope('conversations:read') } as const

export const listConversations = listing({
  ...reading,
  id: 'listConversations',
  route: 'GET /conversations',
  summary: 'List conversations',
  paging: 'Std',
  filters: { resolved: Optional(Type.Boolean()), assignedTo: Optional(Id) },
  returns: Conversation,
})

export const updateConversation = operation({
  id: 'updateConversation',
  route: 'PATCH /conversations/:id',
  summary: 'Assign or resolve a conversation',
  description:
    'Absent fields stay as they are; assignedToId null unassigns. Resolving clears unseenCount; the next inbound message opens the conversation again.',
  tag: 'Conversations',
  access: scope('conversations:write'),
  input: { id: Id, assignedToId: Optional(Nullable(Id)), resolved: Optional(Type.Boolean()) },
  returns: Conversation,
  emits: ['conversation.assigned', 'conversation.resolved'],
})

export const listConversationMessages = listing({
  ...reading,
  id: 'listConversationMessages',
  route: 'GET /conversations/:id/messages',
  summary: 'List the messages of a conversation',
  description: 'Newest first.',
  paging: 'Page',
  filters: { id: Id },
  returns: ConversationMessage,
})

const data = { assignedToId: MaybeId, resolved: Type.Boolean() }
const example = { id: exampleIds.conversation, assignedToId: exampleIds.practitioner, resolved: false }

export const conversationMessageReceived = event({
  type: 'conversation.message_received',
  summary: 'A message came in; the text is read through the API.',
  object: 'conversation',
  data,
  example,
})
export const conversationAssigned = event({
  type: 'conversation.assigned',
  summary: 'A conversation was assigned to someone, or to nobody.',
  object: 'conversation',
  data,
  example,
  previousAttributes: { assignedToId: null },
})
export const conversationResolved = event({
  type: 'conversation.resolved',
  summary: 'A conversation was resolved.',
  object: 'conversation',
  data,
  example: { ...example, resolved: true },
  previousAttributes: { resolved: false },
})
