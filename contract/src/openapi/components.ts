/** What operations share: headers, the idempotency key, the error envelope, how to authenticate. */
import { SCOPES } from '../scopes.ts'
import type { Json, Parameter } from './document.ts'
import { inventedId } from './example-values.ts'

const header = (description: string, type: string, example: unknown, required = true): Json => ({
  description,
  required,
  schema: { type },
  example,
})

export const HEADERS: Readonly<Record<string, Json>> = {
  'Service-Version': header('The version of the interface.', 'string', '2026-07'),
  'Service-Request-Id': header('Quote it when you report a problem.', 'string', inventedId('request')),
  'RateLimit-Limit': header('Requests that may be sent in one burst.', 'integer', 120),
  'RateLimit-Remaining': header('Requests left.', 'integer', 119),
  'RateLimit-Reset': header('Seconds until the allowance is full again.', 'integer', 1),
  'Retry-After': header('Seconds to wait.', 'integer', 1),
  'WWW-Authenticate': header('Bearer.', 'string', 'Bearer'),
  'Idempotent-Replay': header('true when the answer is the stored one of an earlier request.', 'string', 'true', false),
}

export const IDEMPOTENCY_KEY: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  description:
    'Unique for each intended action. The same key with the same request within 24 hours answers what the first one did, without doing it again.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x20-\\x7e]+$', 'x-expects': 'printable ASCII' },
  example: '6f1c2b0e-5d57-4a53-9a0e-2f4f6b1f5a11',
}

const text = (description: string): Json => ({ type: 'string', description })

/** The body of every refusal with a code of `errors`. */
export const errorSchema = (errors: Readonly<Record<string, unknown>>): Json => ({
  type: 'object',
  description: 'The body of every refusal.',
  'x-error-codes': errors,
  properties: {
    error: {
      type: 'object',
      properties: {
        code: { type: 'string', enum: Object.keys(errors) },
        message: text('A sentence for people; it may change.'),
        requestId: text('Quote it when you report a problem.'),
        details: {
          type: 'object',
          description: 'What there is to say beyond the code.',
          properties: {
            issues: {
              type: 'array',
              description: 'validation_failed: every problem.',
              items: {
                type: 'object',
                properties: {
                  path: text('A JSON pointer into the body, or the name of the parameter.'),
                  code: text('The kind of problem, such as required or too_long.'),
                  message: text('What is expected.'),
                },
                required: ['path', 'code', 'message'],
              },
            },
            requiredScopes: { type: 'array', items: { type: 'string' }, description: 'insufficient_scope.' },
            mode: { type: 'string', enum: ['all', 'any'], description: 'insufficient_scope: how many of them.' },
            resource: text('not_found: the kind of record.'),
            conflict: { type: 'string', enum: ['doctor', 'room', 'hours'], description: 'slot_unavailable.' },
            from: text('invalid_state_transition: the present state.'),
            to: text('invalid_state_transition: the state asked for.'),
            retryAfterSeconds: { type: 'integer', description: 'rate_limited.' },
            limit: { type: 'integer', description: 'rate_limited: requests that may be sent in one burst.' },
            windowSeconds: { type: 'integer', description: 'rate_limited: in which as many are allowed again.' },
            pending: { type: 'number', description: 'amount_exceeds_pending: what is still to be paid.' },
            events: { type: 'array', items: { type: 'string' }, description: 'event_not_granted.' },
          },
        },
      },
      required: ['code', 'message', 'requestId'],
    },
  },
  required: ['error'],
})

export const SECURITY_SCHEMES: Readonly<Record<string, Json>> = {
  pluginToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'The plugin token of an installation: plg_live_… or plg_test_…',
    'x-scopes': Object.fromEntries(Object.entries(SCOPES).map(([name, sentence]) => [name, sentence.en])),
  },
}
