import { anyMember, permission } from '../access.ts'
import { described, Id, MaybeText, MaybeTimestamp, OneOf, RowVersion, shape, Text, Timestamp } from '../fields.ts'
import { family, Type } from '../kernel.ts'

const manage = permission('assistants:manage')
const own = family('Assistants', { read: anyMember, write: anyMember, sight: 'clinic' })
const ofClinic = family('Assistants', { read: manage, write: manage, sight: 'clinic' })

const ClientId = Text(1, 500)

const Client = shape('assistantClient', {
  id: Type.String(),
  name: Type.String({ description: 'As the client calls itself.' }),
  host: MaybeText,
  verified: Type.Boolean({ description: 'Whether it is who it says: known by us, or by a document on its own host.' }),
})

const GrantedScope = shape('assistantScope', {
  name: Type.String(),
  en: Type.String(),
  ar: Type.String(),
  sensitive: Type.Boolean(),
})

export const Connection = shape('connection', {
  id: Id,
  client: Client,
  scopes: Type.Array(GrantedScope),
  connectedAt: Timestamp,
  lastUsedAt: MaybeTimestamp,
  secondFactor: Type.Boolean({ description: 'Whether the login that consented had proved a second factor.' }),
  endsAt: Timestamp,
  callsIn30Days: Type.Integer(),
  user: shape('connectionUser', { id: Id, name: Type.String(), nameAr: MaybeText }),
})

const Disconnection = shape('disconnection', { id: Id, disconnected: Type.Boolean() })

const AccessEntry = shape('assistantAccess', {
  id: Id,
  at: Timestamp,
  operation: Type.String(),
  resourceIds: Type.Array(Type.String()),
  patientCount: Type.Integer(),
  fieldScopes: Type.Array(Type.String(), { description: 'The scopes by which it was read.' }),
  refused: Type.Boolean({ description: 'Whether nothing was read: it was not allowed, or did not work.' }),
})

export const listConnections = own.operation({
  id: 'listConnections',
  route: 'GET /assistants',
  summary: 'The assistants that this person connected in the current clinic',
  description: 'Each with what it may read, when it was last used and when its consent ends.',
  answer: 'all',
  returns: Connection,
})

export const listAccesses = own.listing({
  id: 'listAccesses',
  route: 'GET /assistants/:id/accesses',
  summary: 'What an own assistant did, newest first, also after it was disconnected',
  description: 'Which records each call read and by which scopes, refused calls included.',
  paging: 'Page',
  path: { id: Id },
  returns: AccessEntry,
})

export const disconnectAssistant = own.operation({
  id: 'disconnectAssistant',
  route: 'DELETE /assistants/:id',
  summary: 'Disconnects an own assistant, immediately',
  description: 'Its tokens are refused with the next request. What it did stays listed.',
  input: { id: Id },
  changes: ['endedAt'],
  returns: Disconnection,
})

export const disconnectAllAssistants = own.operation({
  id: 'disconnectAllAssistants',
  route: 'DELETE /assistants',
  summary: 'Disconnects all own assistants in the current clinic, immediately',
  description: 'Their tokens are refused with the next request. What they did stays listed.',
  changes: ['endedAt'],
  returns: shape('disconnections', { disconnected: Type.Integer() }),
})

export const listClinicConnections = ofClinic.operation({
  id: 'listClinicConnections',
  route: 'GET /clinic/assistants',
  summary: 'The assistants that the staff of the clinic connected',
  description: 'Each with the member who connected it and what it may read.',
  answer: 'all',
  returns: Connection,
})

export const listClinicAccesses = ofClinic.listing({
  id: 'listClinicAccesses',
  route: 'GET /clinic/assistants/:id/accesses',
  summary: 'What an assistant of anybody in the clinic did, newest first, also after it was disconnected',
  description: 'Which records each call read and by which scopes, refused calls included.',
  paging: 'Page',
  path: { id: Id },
  returns: AccessEntry,
})

export const disconnectClinicAssistant = ofClinic.operation({
  id: 'disconnectClinicAssistant',
  route: 'DELETE /clinic/assistants/:id',
  summary: 'Disconnects an assistant of anybody in the clinic, immediately',
  description: 'For whoever is responsible for assistants in the clinic. Its tokens are refused with the next request.',
  input: { id: Id },
  changes: ['endedAt'],
  returns: Disconnection,
})

const ClientIds = Type.Array(ClientId, { maxItems: 100, uniqueItems: true })
const policy = {
  enabled: Type.Boolean({ description: 'Whether assistants may be connected at all.' }),
  mode: described(
    OneOf(['ANY', 'VERIFIED', 'LISTED']),
    'Which: any; those that are verified or allowed by id; those allowed by id alone.',
  ),
  allowedClientIds: ClientIds,
  blockedClientIds: Type.Array(ClientId, {
    maxItems: 100,
    uniqueItems: true,
    description: 'Never, whatever the mode.',
  }),
  patientContacts: Type.Boolean({ description: 'Whether they may see how to reach and identify patients.' }),
  maxDays: Type.Integer({ minimum: 1, maximum: 90, description: 'Days until a connection needs consent again.' }),
}
const AssistantPolicy = shape('assistantPolicy', { ...policy, version: RowVersion })

export const getAssistantPolicy = ofClinic.operation({
  id: 'getAssistantPolicy',
  route: 'GET /clinic/assistant-policy',
  summary: 'What the clinic allows to assistants',
  description: 'Whether assistants may be connected, which ones, what they may see and for how long.',
  returns: AssistantPolicy,
})

export const putAssistantPolicy = ofClinic.operation({
  id: 'putAssistantPolicy',
  route: 'PUT /clinic/assistant-policy',
  stepUp: true,
  summary: 'Says what the clinic allows to assistants',
  description: 'Connections that are not allowed any more are ended immediately.',
  versioned: {
    of: 'clinic',
    fields: {
      enabled: 'assistantsEnabled',
      mode: 'assistantMode',
      allowedClientIds: 'assistantsAllowed',
      blockedClientIds: 'assistantsBlocked',
      patientContacts: 'assistantPatientContacts',
      maxDays: 'assistantMaxDays',
    },
  },
  input: policy,
  returns: AssistantPolicy,
})
