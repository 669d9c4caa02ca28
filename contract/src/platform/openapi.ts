import type { Access } from '../access.ts'
import { ERRORS, type ErrorCode } from '../errors.ts'
import type { DocumentedSurface } from '../openapi/surface.ts'

const GUIDE = `What reviewers of the platform do: they look at versions that publishers hand in to be listed, and stop plugins that do harm.

A person comes with the session of the console, and writes from the console's origin alone. The role is given by an operator's command; the login has to have proved a second factor. Where \`x-step-up\` stands, the person must have given their password or second factor within the last five minutes.

Every POST takes an \`Idempotency-Key\`: repeat a request whose answer you did not get with the same key, and for 24 hours it answers what the first one did, with \`Idempotent-Replay: true\`, and does nothing again. A refusal is not kept: the request runs again.
`

/** Codes that speak of clinics elsewhere, as reviewers are told them. */
export const PLATFORM_SENTENCES = {
  unauthenticated: 'Log in.',
  not_permitted: 'Your login has no role on the platform that permits this.',
  not_found: 'There is no such record, or no such path.',
} as const

const worded = Object.fromEntries(Object.entries(PLATFORM_SENTENCES).map(([code, message]) => [code, { message }]))

const accessCodes = (access: Access): readonly ErrorCode[] =>
  access.by === 'platform'
    ? ['unauthenticated', 'second_factor_required', 'not_permitted']
    : ['unauthenticated', 'second_factor_required']

const RATE_HEADERS = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']

/** How the platform's own API is documented. */
export const platformDocument: DocumentedSurface = {
  title: 'Clinic Platform API',
  guide: GUIDE,
  base: '/platform/v1',
  tags: {
    Reviews: 'What publishers hand in to be listed, and what is decided about it.',
    'Plugins of all': 'Every plugin, and stopping it everywhere.',
  },
  securitySchemes: {
    session: {
      type: 'apiKey',
      in: 'cookie',
      name: '__Host-staff',
      description: 'That of the console; over plain http, on the own machine, its name is staff.',
    },
  },
  errors: Object.fromEntries(
    Object.entries(ERRORS).map(([code, described]) => [code, { ...described, ...worded[code] }]),
  ),
  answerHeaders: RATE_HEADERS,
  problemHeaders: { 429: [...RATE_HEADERS, 'Retry-After'] },
  codesOf: ({ access, method, stepUp }) => [
    ...(method === 'GET' ? [] : (['origin_not_allowed'] as const)),
    ...accessCodes(access),
    ...(stepUp ? (['step_up_required'] as const) : []),
    'misdirected_request',
    'rate_limited',
  ],
  detailsOf: ({ access }) => ({
    rate_limited: { retryAfterSeconds: 2, limit: 5, windowSeconds: 2 },
    ...(access.by === 'platform' && { not_permitted: { permission: access.role } }),
  }),
  extensionsOf: ({ access, stepUp }) => ({
    security: [{ session: [] }],
    'x-access': access.by === 'platform' ? access.role : access.by,
    ...(stepUp && { 'x-step-up': true }),
  }),
}
