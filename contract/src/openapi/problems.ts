/** The refusals an operation may answer, each with the error envelope and an example of every code. */
import { ERRORS, type ErrorCode, type Issue } from '../errors.ts'
import { issuesOf } from '../issues.ts'
import type { JsonSchema } from '../json-schema.ts'
import { type Operation, pathNames, takesKey } from '../kernel.ts'
import { HEADERS, headersOf, PROBLEM_HEADERS } from './answer-headers.ts'
import type { Example, Json, Reference, Response } from './document.ts'
import { errorName, errorSchema, refusalSchema } from './error-schemas.ts'
import { inventedId } from './example-values.ts'
import { bodyExample, bodySchema, hasBody, singular } from './inputs.ts'
import { refTo } from './schemas.ts'
import type { DocumentedSurface } from './surface.ts'

const REQUEST_ID = inventedId('request')

/** `details` by code; where it depends on the operation, the operation's own. */
const DETAILS: Partial<Record<ErrorCode, Json>> = {
  slot_unavailable: { conflict: 'doctor' },
  invalid_state_transition: { from: 'COMPLETED', to: 'CANCELED' },
  upload_mismatch: { mismatch: 'size' },
  not_publishable: { unmet: ['host_verified'] },
  changed_meanwhile: {
    version: 4,
    by: { kind: 'staff', name: 'Amal Haddad' },
    at: '2026-11-24T07:02:00.000Z',
    changes: [{ field: 'lastName', from: 'Saleh', to: 'Saleh Amin' }],
  },
  import_invalid: { faults: [{ line: 7, column: 'price', code: 'number' }] },
  possible_duplicate: {
    matches: [
      {
        id: inventedId('patient'),
        fileNumber: 1042,
        name: 'Sara Haddad',
        birthDate: '1992-03-14',
        reasons: ['PHONE_AND_NAME'],
      },
    ],
  },
  misdirected_request: { cell: 'south' },
  rate_limited: { retryAfterSeconds: 1, limit: 120, windowSeconds: 12 },
}

const errorOf = ({ errors }: DocumentedSurface, code: ErrorCode) => errors[code] ?? ERRORS[code]

function example(surface: DocumentedSurface, code: ErrorCode, details: Json | undefined): Example {
  const { message } = errorOf(surface, code)
  return { summary: code, value: { error: { code, message, requestId: REQUEST_ID, ...(details && { details }) } } }
}

function problem(
  surface: DocumentedSurface,
  operation: Operation,
  status: number,
  codes: readonly ErrorCode[],
): Response {
  const details = detailsOf(surface, operation)
  const examples = Object.fromEntries(codes.map(name => [name, example(surface, name, details[name])]))
  return {
    description: codes.map(name => errorOf(surface, name).message).join(' '),
    headers: headersOf([...HEADERS, ...(PROBLEM_HEADERS[status] ?? []), ...(surface.problemHeaders[status] ?? [])]),
    content: { 'application/json': { schema: refusalSchema(codes), examples } },
  }
}

/** One real issue that the operation would report: a missing required field, or a parameter out of bounds. */
function exampleIssue(operation: Operation): Issue {
  const body = bodySchema(operation)
  const schema: JsonSchema = body ?? { ...operation.input }
  const names = (schema.required ?? []).filter(name => !pathNames(operation.path).includes(name))
  const missing = names[0]
  if (missing !== undefined) return { path: body ? `/${missing}` : missing, code: 'required', message: 'is required' }
  if (schema.properties?.limit) return { path: 'limit', code: 'too_large', message: 'must be at most 100' }
  const wrong = body?.properties ? wrongType(body, bodyExample(operation, body)) : undefined
  return wrong ?? { path: 'unknown', code: 'unknown_key', message: 'is not a known parameter' }
}

/** The issue of an example whose first field has the wrong type. */
function wrongType(schema: JsonSchema, example: Json): Issue | undefined {
  const [first] = Object.keys(example)
  return first === undefined ? undefined : issuesOf(schema, { ...example, [first]: [] })[0]
}

function badRequestCodes(operation: Operation): ErrorCode[] {
  return [
    'validation_failed',
    ...(hasBody(operation) ? (['invalid_json'] as const) : []),
    ...(operation.answer === 'page' ? (['invalid_cursor'] as const) : []),
    ...(takesKey(operation) ? (['idempotency_key_required'] as const) : []),
  ]
}

/** Records that a request names: by its path, or by id in its body or among its required parameters. */
function namesRecords(operation: Operation): boolean {
  const { properties = {}, required = [] }: JsonSchema = { ...operation.input }
  const names = hasBody(operation) ? Object.keys(properties) : required
  return pathNames(operation.path).length > 0 || names.some(name => /Id$/.test(name))
}

/** The codes of each status that an operation may refuse with. */
function problemCodes(surface: DocumentedSurface, operation: Operation): ReadonlyMap<number, readonly ErrorCode[]> {
  const codes: ErrorCode[] = [
    ...badRequestCodes(operation),
    ...surface.codesOf(operation),
    ...(namesRecords(operation) ? (['not_found'] as const) : []),
    ...(operation.versioned ? (['version_required', 'changed_meanwhile'] as const) : []),
    ...(takesKey(operation) ? (['idempotency_conflict', 'idempotency_key_reused'] as const) : []),
    ...(hasBody(operation) ? (['payload_too_large', 'unsupported_media_type'] as const) : []),
    ...operation.refuses,
    ...(['internal_error', 'service_unavailable'] as const),
  ]
  const status = (code: ErrorCode) => errorOf(surface, code).status
  return Map.groupBy(
    [...new Set(codes)].sort((one, other) => status(one) - status(other)),
    status,
  )
}

/** What is not found: the record of the path, else the first that the input names. */
const resourceOf = ({ path, input }: Operation): string => {
  const { properties = {} }: JsonSchema = { ...input }
  const named = pathNames(path).length > 0 ? undefined : Object.keys(properties).find(name => /Id$/.test(name))
  if (named) return singular(named.replace(/Id$/, '')).replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
  const segments = path.split('/').filter(segment => segment !== '' && !segment.startsWith(':'))
  return singular(segments[0] ?? '').replaceAll('-', '_')
}

const detailsOf = (surface: DocumentedSurface, operation: Operation): Partial<Record<ErrorCode, Json>> => ({
  ...DETAILS,
  validation_failed: { issues: [exampleIssue(operation)] },
  not_found: { resource: resourceOf(operation) },
  ...surface.detailsOf(operation),
})

/** Responses that several operations share are written once, among the components. */
export class SharedResponses {
  readonly #byText = new Map<string, { name: string; response: Response }>()
  readonly #errors = new Map<string, Json>()

  /** The schemas of the codes that were met, by name. */
  get errors(): Record<string, Json> {
    return Object.fromEntries([...this.#errors].sort(([one], [other]) => (one < other ? -1 : 1)))
  }

  meet(surface: DocumentedSurface, codes: readonly ErrorCode[]): void {
    for (const code of codes) this.#errors.set(errorName(code), errorSchema(code, errorOf(surface, code).message))
  }

  get components(): Record<string, Response> {
    return Object.fromEntries([...this.#byText.values()].map(({ name, response }) => [name, response]))
  }

  share(name: string, response: Response): Reference {
    const text = JSON.stringify(response)
    const known = this.#byText.get(text)
    if (known) return refTo('responses', known.name)
    const taken = [...this.#byText.values()].filter(other => other.name.split('.')[0] === name).length
    const unique = taken === 0 ? name : `${name}.${taken + 1}`
    this.#byText.set(text, { name: unique, response })
    return refTo('responses', unique)
  }
}

const NAMES: Readonly<Record<number, string>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  409: 'Conflict',
  413: 'PayloadTooLarge',
  415: 'UnsupportedMediaType',
  421: 'Misdirected',
  422: 'Unprocessable',
  429: 'TooManyRequests',
  500: 'InternalError',
  503: 'Unavailable',
}

/** Every refusal of an operation, by status. */
export function problemResponses(
  surface: DocumentedSurface,
  operation: Operation,
  shared: SharedResponses,
): Record<string, Reference> {
  const entries = [...problemCodes(surface, operation)].map(([status, codes]): [string, Reference] => {
    shared.meet(surface, codes)
    return [
      String(status),
      shared.share(NAMES[status] ?? `Status${status}`, problem(surface, operation, status, codes)),
    ]
  })
  return Object.fromEntries(entries)
}
