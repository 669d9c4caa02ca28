import { scope } from './access.ts'
import type { Issue } from './errors.ts'
import { eventsAbout } from './event.ts'
import { described, Id, MaybeId, MaybeTimestamp, OneOf, Optional, record, resource, Text } from './fields.ts'
import { family, Type } from './kernel.ts'
import { inventedId } from './openapi/example-values.ts'
import { ClinicText, Code, MaybeCode, MaybeNote, PersonalInParts } from './tiers.ts'

export const MESSAGE_CHANNELS = ['whatsapp', 'sms'] as const
export const MessageChannel = OneOf(MESSAGE_CHANNELS)
export const COMMUNICATION_CHANNELS = ['whatsapp', 'sms', 'email'] as const
export const CommunicationChannel = OneOf(COMMUNICATION_CHANNELS)
export const TEMPLATE_STATUSES = ['PENDING', 'APPROVED', 'REJECTED', 'PAUSED', 'DISABLED'] as const
export const MessageTemplateStatus = OneOf(TEMPLATE_STATUSES)
export const TEMPLATE_CATEGORIES = ['UTILITY', 'MARKETING', 'AUTHENTICATION'] as const

/** What sending answers: the message waits in the pipeline of the platform. */
export const Message = resource('message', {
  communicationId: Id,
  channel: MessageChannel,
  status: OneOf(['queued']),
})

/** The preview names the person that is written to: without the scope for that it is of the template before its values. */
export const Communication = record('communication', {
  channels: Type.Array(CommunicationChannel),
  status: Type.Boolean({ description: 'true once it was sent.' }),
  pending: Type.Boolean(),
  canceled: Type.Boolean(),
  attempts: Type.Integer(),
  whatsappAttempts: Type.Integer(),
  emailAttempts: Type.Integer(),
  whatsappStatus: Type.Boolean(),
  whatsappPending: Type.Boolean(),
  emailStatus: Type.Boolean(),
  emailPending: Type.Boolean(),
  sentAt: MaybeTimestamp,
  whatsappSentAt: MaybeTimestamp,
  emailSentAt: MaybeTimestamp,
  contentPreview: PersonalInParts('templatePreview', MaybeNote),
  patientId: MaybeId,
  userId: MaybeId,
  labId: MaybeId,
  leadId: MaybeId,
})

export const MessageTemplate = record('message_template', {
  name: ClinicText,
  language: Code,
  category: OneOf(TEMPLATE_CATEGORIES),
  status: MessageTemplateStatus,
  body: ClinicText,
  variableCount: Type.Integer(),
})

const required = (name: string, channel: string): Issue => ({
  path: `/${name}`,
  code: `required_for_${channel}`,
  message: `is required when channel is ${channel}`,
})
const foreign = (name: string, channel: string): Issue => ({
  path: `/${name}`,
  code: `only_for_${channel}`,
  message: `is accepted only when channel is ${channel}`,
})

/** A WhatsApp message is a template with its values, an SMS is a text; each refuses what belongs to the other. */
export function contentOfChannel(input: Record<string, unknown>): Issue[] {
  const sms = input.channel === 'sms'
  const own = sms ? 'text' : 'templateId'
  const others = sms ? ['templateId', 'variables'] : ['text']
  return [
    ...(input[own] === undefined ? [required(own, String(input.channel))] : []),
    ...others.filter(name => input[name] !== undefined).map(name => foreign(name, sms ? 'whatsapp' : 'sms')),
  ]
}

/** What is said in a message, and over what. */
export const messageContent = {
  channel: MessageChannel,
  templateId: Optional(described(Id, 'An APPROVED template; required for whatsapp.')),
  variables: Optional(
    Type.Array(Type.String({ maxLength: 500 }), {
      maxItems: 20,
      description: 'Values of the placeholders of the template, in order; whatsapp only.',
    }),
  ),
  text: Optional(described(Text(1, 1000), 'Required for sms, and sms only.')),
}

const { listing, operation } = family('Communications', {
  read: scope('communications:read'),
  write: scope('communications:send'),
})

export const sendMessage = operation({
  id: 'sendMessage',
  route: 'POST /messages',
  summary: 'Send a message to a patient',
  description:
    'Queues the message; message.sent or message.failed tells the outcome. The phone number is looked up inside and never returned.',
  input: {
    patientId: Id,
    ...messageContent,
  },
  returns: Message,
  status: 202,
  rateClass: 'message',
  check: contentOfChannel,
  refuses: ['template_not_approved', 'patient_has_no_phone'],
})

export const listCommunications = listing({
  id: 'listCommunications',
  route: 'GET /communications',
  summary: 'List communications',
  description:
    'Messages to patients and others, those still waiting and those that failed included. Filter by patient or channel.',
  paging: 'Std',
  filters: { patientId: Id, channel: CommunicationChannel },
  returns: Communication,
})

export const getCommunication = operation({
  id: 'getCommunication',
  route: 'GET /communications/:id',
  summary: 'Get a communication',
  description: 'By the communicationId of a sent message, or of message.sent and message.failed.',
  input: { id: Id },
  returns: Communication,
})

export const listMessageTemplates = listing({
  id: 'listMessageTemplates',
  route: 'GET /message-templates',
  summary: 'List message templates',
  description: 'The texts that messages are made of. Only approved ones may be sent: filter by status.',
  access: scope('communications:send'),
  paging: 'Plain',
  filters: { status: MessageTemplateStatus },
  returns: MessageTemplate,
})

const messageEvent = eventsAbout('message', {
  communicationId: Id,
  channel: CommunicationChannel,
  errorCode: MaybeCode,
})

export const messageSent = messageEvent('message.sent', 'A message was handed to the carrier.', {
  example: { id: inventedId('communication'), errorCode: null },
})
export const messageFailed = messageEvent('message.failed', 'A message could not be sent; errorCode says why.', {
  example: { id: inventedId('communication'), errorCode: 'recipient_unreachable' },
})
