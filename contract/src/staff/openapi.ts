/** The OpenAPI 3.1 document of the console's API: a pure function of what is declared. */
import { ERRORS, type ErrorCode } from '../errors.ts'
import { pathNames } from '../kernel.ts'
import { answerOf } from '../openapi/answers.ts'
import { errorSchema, HEADERS as HEADER_OBJECTS } from '../openapi/components.ts'
import type { Json, OpenApiDocument, OperationObject, PathItem, Response } from '../openapi/document.ts'
import { inventedId } from '../openapi/example-values.ts'
import { bodyOf, hasBody, parametersOf } from '../openapi/inputs.ts'
import { exampleIssue, HEADERS, headersOf, SharedResponses } from '../openapi/problems.ts'
import { PublishedSchemas, refTo } from '../openapi/schemas.ts'
import { template } from '../openapi.ts'
import { STAFF_ERRORS, STAFF_SENTENCES, type StaffErrorCode } from '../staff-errors.ts'
import { PERMISSIONS } from './permissions.ts'
import type { StaffOperation } from './staff-operation.ts'
import { STAFF_TAGS } from './tags.ts'

type Code = ErrorCode | StaffErrorCode

const isStaffCode = (code: Code): code is StaffErrorCode => Object.hasOwn(STAFF_ERRORS, code)

const errorOf = (code: Code): { status: number; message: string } =>
  isStaffCode(code) ? STAFF_ERRORS[code] : { ...ERRORS[code], message: STAFF_SENTENCES[code] ?? ERRORS[code].message }

/** Every code that an operation may refuse with, from its declaration. */
export function staffCodes(operation: StaffOperation): Code[] {
  const { access, method, stepUp, path, refuses, answer } = operation
  const needsLogin = access !== 'anybody'
  const needsClinic = needsLogin && access !== 'login'
  const codes: Code[] = [
    ...(Object.keys(operation.input.properties).length > 0 ? (['validation_failed'] as const) : []),
    ...(hasBody(operation) ? (['invalid_json', 'payload_too_large', 'unsupported_media_type'] as const) : []),
    ...(answer === 'page' ? (['invalid_cursor'] as const) : []),
    ...(method === 'GET' ? [] : (['origin_not_allowed'] as const)),
    ...(needsLogin ? (['unauthenticated', 'second_factor_required'] as const) : []),
    ...(needsClinic ? (['clinic_required'] as const) : []),
    ...(needsClinic && access !== 'clinic' ? (['not_permitted'] as const) : []),
    ...(stepUp ? (['step_up_required'] as const) : []),
    ...(pathNames(path).length > 0 ? (['not_found'] as const) : []),
    ...refuses,
    'internal_error',
    'service_unavailable',
  ]
  return [...new Set(codes)]
}

function detailsOf(operation: StaffOperation, code: Code): Json | undefined {
  if (code === 'validation_failed') return { issues: [exampleIssue(operation)] }
  if (code === 'rate_limited') return { retryAfterSeconds: 2, limit: 5, windowSeconds: 2 }
  if (code === 'not_permitted') return { permission: operation.access }
  return code === 'not_found'
    ? { resource: operation.path.split('/')[1]?.replace(/s$/, '').replace('-', '_') }
    : undefined
}

function problem(operation: StaffOperation, status: number, codes: readonly Code[]): Response {
  const schema = { ...refTo('schemas', 'error'), properties: { error: { properties: { code: { enum: [...codes] } } } } }
  const examples = codes.map(code => {
    const details = detailsOf(operation, code)
    const error = {
      code,
      message: errorOf(code).message,
      requestId: inventedId('request'),
      ...(details && { details }),
    }
    return [code, { summary: code, value: { error } }] as const
  })
  return {
    description: codes.map(code => errorOf(code).message).join(' '),
    headers: headersOf([...HEADERS, ...(status === 429 ? ['Retry-After'] : [])]),
    content: { 'application/json': { schema, examples: Object.fromEntries(examples) } },
  }
}

function problems(operation: StaffOperation, shared: SharedResponses) {
  const byStatus = Map.groupBy(staffCodes(operation), code => errorOf(code).status)
  const entries = [...byStatus].sort(([one], [other]) => one - other)
  return Object.fromEntries(
    entries.map(([status, codes]) => [
      String(status),
      shared.share(`Problem${status}`, problem(operation, status, codes)),
    ]),
  )
}

function operationObject(
  operation: StaffOperation,
  schemas: PublishedSchemas,
  shared: SharedResponses,
): OperationObject {
  const { id, summary, description, tag, access, stepUp, status } = operation
  const parameters = parametersOf(operation, schemas)
  const requestBody = bodyOf(operation, schemas)
  return {
    operationId: id,
    summary,
    ...(description && { description }),
    tags: [tag],
    ...(access === 'anybody' && { security: [] }),
    'x-access': access,
    ...(stepUp && { 'x-step-up': true }),
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: { [status]: answerOf(operation, schemas, HEADERS), ...problems(operation, shared) },
  }
}

export interface StaffOpenApiOptions {
  /** The public address of the service, without /staff/v1. */
  readonly serverUrl: string
  readonly version: string
  readonly operations: readonly StaffOperation[]
}

const GUIDE = `The console's own API: a session in a cookie, writes from the console's origin alone, the same envelopes and errors as the plugin API.

Each operation says by \`x-access\` who may use it: anybody, whoever is logged in, whoever is in a clinic, or whoever's role there has a permission. Where \`x-step-up\` stands, the session must have given its password or second factor within the last five minutes; otherwise the answer is 403 \`step_up_required\`, and POST /session/step-up helps.
`

/** Describes the console's API as OpenAPI 3.1. The same declarations give the same document, to the byte. */
export function staffOpenapi({ serverUrl, version, operations }: StaffOpenApiOptions): OpenApiDocument {
  const schemas = new PublishedSchemas()
  const shared = new SharedResponses()
  const paths: Record<string, PathItem> = {}
  for (const operation of operations) {
    const path = template(operation.path)
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: operationObject(operation, schemas, shared) }
  }
  const errors = Object.fromEntries(CODES.map(code => [code, errorOf(code)]))
  const {
    'Service-Version': versionHeader = {},
    'Service-Request-Id': request = {},
    'Retry-After': retry = {},
  } = HEADER_OBJECTS
  return {
    openapi: '3.1.0',
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    info: { title: 'Clinic Staff API', version, description: GUIDE },
    servers: [{ url: `${serverUrl.replace(/\/$/, '')}/staff/v1`, description: 'This service' }],
    security: [{ session: [] }],
    tags: [...new Set(operations.map(({ tag }) => tag))].map(name => ({ name, description: STAFF_TAGS[name] ?? name })),
    paths,
    webhooks: {},
    components: {
      schemas: { error: errorSchema(errors), ...schemas.components },
      parameters: {},
      headers: { 'Service-Version': versionHeader, 'Service-Request-Id': request, 'Retry-After': retry },
      responses: shared.components,
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-staff',
          description: 'Set by POST /session; over plain http, on the own machine, its name is staff.',
          'x-permissions': PERMISSIONS,
        },
      },
    },
  }
}

const isCode = (name: string): name is Code => Object.hasOwn(ERRORS, name) || Object.hasOwn(STAFF_ERRORS, name)
const CODES = [...Object.keys(ERRORS), ...Object.keys(STAFF_ERRORS)].filter(isCode)
