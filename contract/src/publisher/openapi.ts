import type { Access } from '../access.ts'
import { ERRORS, type ErrorCode } from '../errors.ts'
import type { DocumentedSurface } from '../openapi/surface.ts'
import { PUBLISHER_TAGS } from './tags.ts'

const GUIDE = `How plugins are made known: publishers, their teams and keys, and the plugins that they upload, try and publish.

A person comes with the session of the console, and writes from the console's origin alone. A program comes with a key, \`Authorization: Bearer pbk_…\`, which does what it was given rights for. Each operation says by \`x-access\` what a person has to be in the publisher, and by \`x-key-right\` which right a key needs; where that is missing, no key may. Where \`x-step-up\` stands, a person must have given their password or second factor within the last five minutes.

What belongs to a publisher lies below its id. A publisher that the caller does not belong to is 404, as one that never was.

Every POST to a publisher takes an \`Idempotency-Key\`: repeat a request whose answer you did not get with the same key, and for 24 hours it answers what the first one did, with \`Idempotent-Replay: true\`, and does nothing again. A refusal is not kept: the request runs again.
`

/** Codes that speak of clinics elsewhere, as publishers are told them. */
export const PUBLISHER_SENTENCES = {
  unauthenticated: 'Log in, or send a key that is good: Authorization: Bearer <key>.',
  not_permitted: 'Your role in this publisher, or the rights of this key, do not permit this.',
  last_owner: 'A publisher keeps at least one owner.',
  already_member: 'This address belongs to the publisher already, or is invited to.',
  not_found: 'There is no such record of this publisher, or no such path.',
} as const

const worded = Object.fromEntries(Object.entries(PUBLISHER_SENTENCES).map(([code, message]) => [code, { message }]))

function accessCodes(access: Access): readonly ErrorCode[] {
  if (access.by === 'anybody') return []
  if (access.by === 'login') return ['unauthenticated', 'second_factor_required']
  return ['unauthenticated', 'second_factor_required', 'not_permitted', 'not_found']
}

const RATE_HEADERS = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']

/** How the publishers' API is documented. */
export const publisherDocument: DocumentedSurface = {
  title: 'Clinic Publisher API',
  guide: GUIDE,
  base: '/publisher/v1',
  tags: PUBLISHER_TAGS,
  securitySchemes: {
    session: {
      type: 'apiKey',
      in: 'cookie',
      name: '__Host-staff',
      description: 'That of the console; over plain http, on the own machine, its name is staff.',
    },
    key: { type: 'http', scheme: 'bearer', description: 'A key of the publisher, which begins with pbk_.' },
  },
  errors: Object.fromEntries(
    Object.entries(ERRORS).map(([code, described]) => [code, { ...described, ...worded[code] }]),
  ),
  answerHeaders: RATE_HEADERS,
  problemHeaders: { 401: ['WWW-Authenticate'], 429: [...RATE_HEADERS, 'Retry-After'] },
  codesOf: ({ access, method, stepUp }) => [
    ...(method === 'GET' ? [] : (['origin_not_allowed'] as const)),
    ...accessCodes(access),
    ...(stepUp ? (['step_up_required'] as const) : []),
    'misdirected_request',
    'rate_limited',
  ],
  detailsOf: ({ access }) => ({
    rate_limited: { retryAfterSeconds: 2, limit: 5, windowSeconds: 2 },
    ...(access.by === 'publisher' && {
      not_permitted: { permission: access.role },
      not_found: { resource: 'publisher' },
    }),
  }),
  extensionsOf: ({ access, stepUp }) => ({
    ...(access.by === 'anybody' && { security: [] }),
    ...(access.by === 'login' && { security: [{ session: [] }] }),
    ...(access.by === 'publisher' && access.right === null && { security: [{ session: [] }] }),
    'x-access': access.by === 'publisher' ? access.role : access.by,
    ...(access.by === 'publisher' && access.right !== null && { 'x-key-right': access.right }),
    ...(stepUp && { 'x-step-up': true }),
  }),
}
