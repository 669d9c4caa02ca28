import { permission } from '../access.ts'
import { ERRORS, type ErrorCode } from '../errors.ts'
import { described, Id, MaybeId, MaybeText, OneOf, shape, Timestamp } from '../fields.ts'
import { family, Type } from '../kernel.ts'

const manage = permission('plugins:manage')
const { listing } = family('Plugin requests', { read: manage, sight: 'clinic' })

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
/** How a request ended: it was answered, it was refused, or we failed. */
export const STATUS_CLASSES = ['2xx', '4xx', '5xx'] as const

const isErrorCode = (name: string): name is ErrorCode => Object.hasOwn(ERRORS, name)
const Operation = Type.String({
  pattern: '^[a-z][A-Za-z]{1,63}$',
  description: 'The operation, as the plugin API names it, such as listPatients.',
})

export const PluginRequest = shape('pluginRequest', {
  id: described(Id, 'The id of the request, which its answer carried in Service-Request-Id.'),
  at: Timestamp,
  method: OneOf(METHODS),
  operation: Operation,
  route: Type.String({ description: 'The path with the names of its parameters, never their values.' }),
  recordId: described(MaybeId, 'The record that the path names; null where it names none.'),
  status: Type.Integer({ description: 'The HTTP status of the answer.' }),
  code: described(MaybeText, 'Why it was refused; null where it was not.'),
  durationMs: Type.Integer({ description: 'From its first byte to the last of its answer, in milliseconds.' }),
  idempotencyKey: described(MaybeText, 'How its Idempotency-Key begins: eight characters.'),
  replayed: Type.Boolean({ description: 'Whether it was given an earlier answer again.' }),
  tokenId: Id,
  tokenHint: described(MaybeText, 'How the key begins that it came with.'),
  address: Type.String({ description: 'From where it came; of an IPv6 address the network.' }),
  parameters: described(Type.Array(Type.String()), 'The names of the query parameters, never their values.'),
  invalidFields: described(Type.Array(Type.String()), 'The fields that were refused; a name that is not ours is *.'),
  notLogged: Type.Integer({
    description: 'How many requests before it were left out of the log, because more came than could be written.',
  }),
})

export const REQUEST_FILTERS = {
  method: OneOf(METHODS),
  operation: Operation,
  statusClass: described(OneOf(STATUS_CLASSES), 'Answered, refused, or failed.'),
  code: described(OneOf(Object.keys(ERRORS).filter(isErrorCode)), 'Why requests were refused.'),
  requestId: described(Id, 'One request alone.'),
}

export const listPluginRequests = listing({
  id: 'listPluginRequests',
  route: 'GET /installations/:id/requests',
  summary: 'What a plugin asked for in the last 14 days, newest first',
  description:
    'Every request that came with a key of it, refused ones too, a moment after it was answered: what was asked for and what came of it, never a value that was sent or shown.',
  paging: 'Dated',
  path: { id: Id },
  filters: REQUEST_FILTERS,
  returns: PluginRequest,
})
