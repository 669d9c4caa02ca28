import { Id, MaybeText, MaybeTimestamp, OneOf, Text, Timestamp, Type } from '../kernel.ts'
import { PAGE, shape, staffOperation } from './staff-operation.ts'

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

export const listConnections = staffOperation({
  id: 'listConnections',
  route: 'GET /assistants',
  access: 'clinic',
  tag,
  summary: 'The assistants that this person connected in the current clinic',
  answer: 'all',
  returns: Connection,
})

export const listAccesses = staffOperation({
  id: 'listAccesses',
  route: 'GET /assistants/:id/accesses',
  access: 'clinic',
  tag,
  summary: 'What an own assistant did, newest first, also after it was disconnected',
  input: { id: Id, ...PAGE },
  answer: 'page',
  returns: AccessEntry,
})

export const disconnectAssistant = staffOperation({
  id: 'disconnectAssistant',
  route: 'DELETE /assistants/:id',
  access: 'clinic',
  tag,
  summary: 'Disconnects an own assistant, at once',
  input: { id: Id },
  returns: Disconnection,
})

export const disconnectAllAssistants = staffOperation({
  id: 'disconnectAllAssistants',
  route: 'DELETE /assistants',
  access: 'clinic',
  tag,
  summary: 'Disconnects all own assistants in the current clinic, at once',
  returns: shape('disconnections', { disconnected: Type.Integer() }),
})

export const listClinicConnections = staffOperation({
  id: 'listClinicConnections',
  route: 'GET /clinic/assistants',
  access: 'assistants:manage',
  tag,
  summary: 'The assistants that the staff of the clinic connected',
  answer: 'all',
  returns: Connection,
})

export const listClinicAccesses = staffOperation({
  id: 'listClinicAccesses',
  route: 'GET /clinic/assistants/:id/accesses',
  access: 'assistants:manage',
  tag,
  summary: 'What an assistant of anybody in the clinic did, newest first, also after it was disconnected',
  input: { id: Id, ...PAGE },
  answer: 'page',
  returns: AccessEntry,
})

export const disconnectClinicAssistant = staffOperation({
  id: 'disconnectClinicAssistant',
  route: 'DELETE /clinic/assistants/:id',
  access: 'assistants:manage',
  tag,
  summary: 'Disconnects an assistant of anybody in the clinic, at once',
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

export const getAssistantPolicy = staffOperation({
  id: 'getAssistantPolicy',
  route: 'GET /clinic/assistant-policy',
  access: 'assistants:manage',
  tag,
  summary: 'What the clinic allows to assistants',
  returns: shape('assistantPolicy', policy),
})

export const putAssistantPolicy = staffOperation({
  id: 'putAssistantPolicy',
  route: 'PUT /clinic/assistant-policy',
  access: 'assistants:manage',
  stepUp: true,
  tag,
  summary: 'Says what the clinic allows to assistants',
  description: 'Connections that are not allowed any more are ended at once.',
  input: policy,
  returns: shape('assistantPolicy', policy),
})

export const assistantOperations = [
  listConnections,
  disconnectAllAssistants,
  disconnectAssistant,
  listAccesses,
  listClinicConnections,
  listClinicAccesses,
  disconnectClinicAssistant,
  getAssistantPolicy,
  putAssistantPolicy,
]
