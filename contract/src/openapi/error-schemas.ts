/** The bodies of refusals: one schema for each code, which `code` tells apart. */
import type { ErrorCode } from '../errors.ts'
import type { Json } from './document.ts'
import { refTo } from './schemas.ts'

const text = (description: string): Json => ({ type: 'string', description })
const count = (description: string): Json => ({ type: 'integer', description })
const words = (description: string): Json => ({ type: 'array', items: { type: 'string' }, description })

const ISSUES: Json = {
  type: 'array',
  description: 'Every problem of the request.',
  items: {
    type: 'object',
    properties: {
      path: text('A JSON pointer into the body, or the name of the parameter.'),
      code: text('The kind of problem, such as required or too_long.'),
      message: text('What is expected.'),
    },
    required: ['path', 'code', 'message'],
  },
}

const CONFLICT: Json = {
  type: 'string',
  enum: ['doctor', 'room', 'hours'],
  description: 'What is in the way: the doctor is taken, the room is, or it is outside the hours.',
}

const BY: Json = {
  type: 'object',
  description: 'Who changed it last.',
  properties: {
    kind: text('A member of staff, a plugin (installation), an assistant, or the platform itself (system).'),
    name: { type: ['string', 'null'], description: 'As they are called now; null where that is not known any more.' },
  },
  required: ['kind', 'name'],
}

const CHANGES: Json = {
  type: 'array',
  description: 'What is different from the version that the request names, of what the member may see.',
  items: {
    type: 'object',
    properties: {
      field: text('The name of the field.'),
      from: { description: 'What it was in that version.' },
      to: { description: 'What it is now.' },
    },
    required: ['field', 'from', 'to'],
  },
}

const MATCHES: Json = {
  type: 'array',
  description: 'Up to five files that may be of this person.',
  items: {
    type: 'object',
    properties: {
      id: { type: ['string', 'null'], description: 'Null where the file lies out of sight.' },
      fileNumber: count('The number of the file.'),
      name: text('The name; initials where the file lies out of sight.'),
      birthDate: {
        type: ['string', 'null'],
        description: 'Null where it is not known, or the file lies out of sight.',
      },
      reasons: words('What is the same: NATIONAL_ID, PHONE_AND_NAME or NAME_AND_BIRTH_DATE.'),
    },
    required: ['id', 'fileNumber', 'name', 'birthDate', 'reasons'],
  },
}

const FAULTS: Json = {
  type: 'array',
  description: 'Every cell that is wrong, by line; the first thousand.',
  items: {
    type: 'object',
    properties: {
      line: count('On which line of the text its row ends, from 1 on.'),
      column: { type: ['string', 'null'], description: 'As the text calls it; null where it is the row as a whole.' },
      code: text('What is wrong, such as required, number or duplicate.'),
    },
    required: ['line', 'column', 'code'],
  },
}

const MODE: Json = {
  type: 'string',
  enum: ['all', 'any'],
  description: 'Whether all of the scopes are needed, or any one of them.',
}

/** What `details` hold, by code; a code without an entry has none. */
const DETAILS: Partial<Record<ErrorCode, Readonly<Record<string, Json>>>> = {
  validation_failed: { issues: ISSUES },
  insufficient_scope: { requiredScopes: words('The scopes that the operation needs.'), mode: MODE },
  not_found: {
    resource: text('The kind of record that was not found.'),
    mergedIntoId: text('Of a patient whose file was merged into another: the id of that one.'),
  },
  import_invalid: { faults: FAULTS },
  merge_refused: { reason: text('same, deleted, restricted, legal_hold or national_ids.') },
  slot_unavailable: { conflict: CONFLICT },
  invalid_state_transition: {
    from: text('The present state.'),
    to: text('The state asked for.'),
    reason: text('What is in the way, where the state is settled.'),
  },
  changed_meanwhile: {
    version: count('The version as it is now.'),
    by: BY,
    at: text('When it was changed last.'),
    changes: CHANGES,
  },
  possible_duplicate: { matches: MATCHES },
  misdirected_request: { cell: text('The cell that serves the clinic, as the header Clinic-Cell says.') },
  rate_limited: {
    retryAfterSeconds: count('Seconds to wait, as Retry-After says.'),
    limit: count('Requests that may be sent in one burst.'),
    windowSeconds: count('Seconds in which as many are allowed again.'),
  },
  amount_exceeds_pending: {
    pending: {
      type: 'number',
      description: 'What is still to be paid on the invoice, in the currency of the clinic.',
    },
  },
  upload_mismatch: {
    mismatch: {
      type: 'string',
      enum: ['size', 'type'],
      description: 'In what the upload differs from what was announced.',
    },
  },
  event_not_granted: { events: words('The event types that were not granted.') },
  not_publishable: { unmet: words('What is lacking.') },
  not_permitted: {
    permission: text('The permission that the role lacks; of a publisher, what a person has to be there.'),
  },
}

const REQUEST_ID = text('Names the request; quote it when you report a problem.')

function detailsOf(code: ErrorCode): Json | undefined {
  const properties = DETAILS[code]
  return properties && { type: 'object', description: 'What there is to say beyond the code.', properties }
}

/** What `error` holds where its code is this one. */
export function errorSchema(code: ErrorCode, meaning: string): Json {
  const details = detailsOf(code)
  return {
    type: 'object',
    description: meaning,
    properties: {
      code: { type: 'string', const: code, description: 'What is wrong, for programs; it never changes.' },
      message: text('What is wrong, as a sentence for people; it may change.'),
      requestId: REQUEST_ID,
      ...(details && { details }),
    },
    required: ['code', 'message', 'requestId'],
  }
}

export const errorName = (code: ErrorCode): string => `error_${code}`

/** One of these codes, told apart by `code`. */
function unionOf(codes: readonly ErrorCode[]): Json {
  const references = codes.map(code => refTo('schemas', errorName(code)))
  const [first] = references
  if (first && references.length === 1) return first
  const mapping = Object.fromEntries(codes.map(code => [code, refTo('schemas', errorName(code)).$ref]))
  return {
    oneOf: references,
    discriminator: { propertyName: 'code', mapping },
    description: 'What was refused; code tells which of these it is.',
  }
}

/** The body of a refusal with one of these codes. */
export const refusalSchema = (codes: readonly ErrorCode[]): Json => ({
  type: 'object',
  properties: { error: unionOf(codes) },
  required: ['error'],
})
