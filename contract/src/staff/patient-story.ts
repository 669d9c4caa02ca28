import { permission } from '../access.ts'
import {
  COMMUNICATION_CHANNELS,
  contentOfChannel,
  Message,
  MessageTemplate,
  messageContent,
} from '../communications.ts'
import { MESSAGE_DIRECTIONS } from '../conversations.ts'
import { amountOf, described, Id, MaybeText, Nullable, OneOf, shape, Timestamp } from '../fields.ts'
import { family, Type } from '../kernel.ts'

const use = permission('messages:use')
const { operation, listing } = family('Patients', { read: use, write: use, sight: 'patient' })

/** What a patient's story is made of, and which permission it takes to be told. */
export const STORY_KINDS = [
  ...(['VISIT', 'ENCOUNTER', 'TREATMENT', 'FILE', 'FORM', 'ALERT', 'MESSAGE', 'INVOICE', 'PAYMENT'] as const),
] as const

export const getPatientTimeline = listing({
  id: 'getPatientTimeline',
  route: 'GET /patients/:id/timeline',
  access: permission('patients:read'),
  summary: 'What happened with a patient, newest first',
  description:
    'Visits by when they begin, and of what the role may read notes, treatments, files, forms, alerts, messages, invoices and payments by when they were entered.',
  paging: 'Page',
  path: { id: Id },
  filters: {
    kinds: described(
      Type.Array(OneOf(STORY_KINDS), { minItems: 1, maxItems: STORY_KINDS.length }),
      'Of which kinds alone it is told.',
    ),
  },
  returns: shape('storyEntry', {
    id: described(Id, 'Of the record that it is about.'),
    patientId: Id,
    kind: described(OneOf(STORY_KINDS), 'Of what kind the record is.'),
    at: described(Timestamp, 'When it was; of a visit when it begins.'),
    title: described(MaybeText, 'What it is called or says; null where it has no words.'),
    state: described(MaybeText, 'Where it stands, in the words of its kind; null where nowhere.'),
    amount: Nullable(amountOf(Type.Number(), 'How much it is, of invoices and payments; null of the rest')),
  }),
})

export const THREAD_STATES = ['queued', 'sent', 'delivered', 'read', 'failed', 'canceled', 'received'] as const

export const listMessagesOfPatient = listing({
  id: 'listMessagesOfPatient',
  route: 'GET /patients/:id/messages',
  summary: 'What was written to a patient, and what the patient wrote, newest first',
  description: 'Reminders too, and what failed. A text is null once it is no longer kept.',
  paging: 'Page',
  path: { id: Id },
  returns: shape('threadMessage', {
    id: described(Id, 'Of the message.'),
    patientId: Id,
    direction: described(OneOf(MESSAGE_DIRECTIONS), 'INBOUND from the patient, OUTBOUND from the clinic.'),
    channel: described(OneOf(COMMUNICATION_CHANNELS), 'Over what it went.'),
    text: described(MaybeText, 'What it says; null of what has no words, or whose words are no longer kept.'),
    state: described(OneOf(THREAD_STATES), 'What became of it.'),
    errorCode: described(MaybeText, 'Why it failed, as a code; null where it did not.'),
    sentBy: described(MaybeText, 'Name of the member of staff who wrote it; null where that was no person.'),
    createdAt: Timestamp,
  }),
})

export const writeToPatient = operation({
  id: 'writeToPatient',
  route: 'POST /patients/:id/messages',
  summary: 'Sends a patient a message',
  description:
    'A text by SMS, or an approved template by WhatsApp, to the phone in the file. It waits in the pipeline of the platform; message.sent or message.failed tells plugins the outcome.',
  input: { id: Id, ...messageContent },
  check: contentOfChannel,
  returns: Message,
  status: 202,
  rateClass: 'message',
  refuses: ['template_not_approved', 'patient_has_no_phone'],
})

export const listTemplatesToSend = operation({
  id: 'listTemplatesToSend',
  route: 'GET /patients/:id/message-templates',
  summary: 'The approved templates that may be sent to a patient',
  description: 'By name.',
  input: { id: Id },
  returns: MessageTemplate,
  answer: 'all',
})
