import { anyMember, permission } from '../access.ts'
import { Id, MaybeText, MaybeTimestamp, OneOf, shape, Text, Timestamp } from '../fields.ts'
import { listing, operation, Type } from '../kernel.ts'

const tag = 'Assistants'

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

export const listConnections = operation({
  id: 'listConnections',
  route: 'GET /assistants',
  access: anyMember,
  tag,
  summary: 'The assistants that this person connected in the current clinic',
  answer: 'all',
  returns: Connection,
})

export const listAccesses = listing({
  id: 'listAccesses',
  route: 'GET /assistants/:id/accesses',
  access: anyMember,
  tag,
  summary: 'What an own assistant did, newest first, also after it was disconnected',
  paging: 'Page',
  filters: { id: Id },
  returns: AccessEntry,
})

export const disconnectAssistant = operation({
  id: 'disconnectAssistant',
  route: 'DELETE /assistants/:id',
  access: anyMember,
  tag,
  summary: 'Disconnects an own assistant, immediately',
  input: { id: Id },
  returns: Disconnection,
})

export const disconnectAllAssistants = operation({
  id: 'disconnectAllAssistants',
  route: 'DELETE /assistants',
  access: anyMember,
  tag,
  summary: 'Disconnects all own assistants in the current clinic, immediately',
  returns: shape('disconnections', { disconnected: Type.Integer() }),
})

export const listClinicConnections = operation({
  id: 'listClinicConnections',
  route: 'GET /clinic/assistants',
  access: permission('assistants:manage'),
  tag,
  summary: 'The assistants that the staff of the clinic connected',
  answer: 'all',
  returns: Connection,
})

export const listClinicAccesses = listing({
  id: 'listClinicAccesses',
  route: 'GET /clinic/assistants/:id/accesses',
  access: permission('assistants:manage'),
  tag,
  summary: 'What an assistant of anybody in the clinic did, newest first, also after it was disconnected',
  paging: 'Page',
  filters: { id: Id },
  returns: AccessEntry,
})

export const disconnectClinicAssistant = operation({
  id: 'disconnectClinicAssistant',
  route: 'DELETE /clinic/assistants/:id',
  access: permission('assistants:manage'),
  tag,
  summary: 'Disconnects an assistant of anybody in the clinic, immediately',
  input: { id: Id },
  returns: Disconnection,
})

const ClientIds = Type.Array(ClientId, { maxItems: 100, uniqueItems: true })
const policy = {
  enabled: Type.Boolean({ description: 'Whether assistants may be connected at all.' }),
  mode: OneOf(['ANY', 'VERIFIED', 'LISTED'], {
    description: 'Which: any; those that are verified or allowed by id; those allowed by id alone.',
  }),
  allowedClientIds: ClientIds,
  blockedClientIds: Type.Array(ClientId, {
    maxItems: 100,
    uniqueItems: true,
    description: 'Never, whatever the mode.',
  }),
  patientContacts: Type.Boolean({ description: 'Whether they may see how to reach and identify patients.' }),
  maxDays: Type.Integer({ minimum: 1, maximum: 90, description: 'Days until a connection needs consent again.' }),
}

export const getAssistantPolicy = operation({
  id: 'getAssistantPolicy',
  route: 'GET /clinic/assistant-policy',
  access: permission('assistants:manage'),
  tag,
  summary: 'What the clinic allows to assistants',
  returns: shape('assistantPolicy', policy),
})

export const putAssistantPolicy = operation({
  id: 'putAssistantPolicy',
  route: 'PUT /clinic/assistant-policy',
  access: permission('assistants:manage'),
  stepUp: true,
  tag,
  summary: 'Says what the clinic allows to assistants',
  description: 'Connections that are not allowed any more are ended immediately.',
  input: policy,
  returns: shape('assistantPolicy', policy),
})
