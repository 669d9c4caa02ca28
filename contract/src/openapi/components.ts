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
  'Clinic-Id': header('The clinic that the answer is of.', 'string', inventedId('clinic')),
  ETag: header('The version of the record, in quotes.', 'string', '"3"', false),
  'Clinic-Cell': header('The cell that serves the clinic.', 'string', 'south'),
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

export const IF_MATCH: Parameter = {
  name: 'If-Match',
  in: 'header',
  required: true,
  description:
    'The version that was shown to the person who changes it, in quotes. What another changed since is not overwritten; what was left as it was then is changed.',
  schema: { type: 'string', pattern: '^"[1-9][0-9]{0,8}"$' },
  example: '"3"',
}

export const CLINIC_ID: Parameter = {
  name: 'Clinic-Id',
  in: 'header',
  required: false,
  description:
    'The clinic that the request is about: one that the person works in. Without it, the one that was entered last.',
  schema: { type: 'string' },
  example: inventedId('clinic'),
}

export const SECURITY_SCHEMES: Readonly<Record<string, Json>> = {
  pluginToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'The plugin token of an installation: plg_live_… or plg_test_…',
    'x-scopes': Object.fromEntries(Object.entries(SCOPES).map(([name, sentence]) => [name, sentence.en])),
  },
}
