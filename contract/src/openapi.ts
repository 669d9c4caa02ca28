/** The OpenAPI 3.1 document of the interface: a pure function of what is declared. */
import { ERRORS } from './errors.ts'
import type { EventDeclaration, Operation } from './kernel.ts'
import type { Json, OpenApiDocument, OperationObject, Parameter, PathItem, Response } from './openapi/document.ts'
import { exampleOf } from './openapi/examples.ts'
import { GUIDE } from './openapi/guide.ts'
import { bodyOf, parametersOf } from './openapi/inputs.ts'
import { ANSWER_HEADERS, headersOf, problemResponses, SharedResponses } from './openapi/problems.ts'
import { PublishedSchemas } from './openapi/schemas.ts'
import { TAGS } from './openapi/tags.ts'
import { DELIVERY_HEADERS, webhooksOf } from './openapi/webhooks.ts'

export type { OpenApiDocument }

export interface OpenApiOptions {
  readonly title?: string
  /** The public address of the service, without /api/v1. */
  readonly serverUrl: string
  readonly version: '2026-07'
  readonly operations: readonly Operation[]
  readonly events: readonly EventDeclaration[]
}

const header = (description: string, type: string, example: unknown, required = true): Json => ({
  description,
  required,
  schema: { type },
  example,
})

const HEADERS: Readonly<Record<string, Json>> = {
  'Service-Version': header('The version of the interface.', 'string', '2026-07'),
  'Service-Request-Id': header('Quote it when you report a problem.', 'string', 'req_01k9exam00000000000000000a'),
  'RateLimit-Limit': header('Requests allowed in the window.', 'integer', 600),
  'RateLimit-Remaining': header('Requests left.', 'integer', 599),
  'RateLimit-Reset': header('Seconds until the allowance is full again.', 'integer', 1),
  'Retry-After': header('Seconds to wait.', 'integer', 12),
  'WWW-Authenticate': header('Bearer.', 'string', 'Bearer'),
  'Idempotent-Replay': header('true when the answer is the stored one of an earlier request.', 'string', 'true', false),
}

const IDEMPOTENCY_KEY: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  description:
    'Unique for each intended action. The same key with the same request within 24 hours answers what the first one did, without doing it again.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x20-\\x7e]+$' },
  example: '6f1c2b0e-5d57-4a53-9a0e-2f4f6b1f5a11',
}

const text = (description: string): Json => ({ type: 'string', description })

const ERROR: Json = {
  type: 'object',
  description: 'The body of every refusal.',
  properties: {
    error: {
      type: 'object',
      properties: {
        code: { type: 'string', enum: Object.keys(ERRORS) },
        message: text('A sentence for people; it may change.'),
        requestId: text('Quote it when you report a problem.'),
        details: {
          type: 'object',
          description: 'What there is to say beyond the code.',
          properties: {
            issues: {
              type: 'array',
              description: 'validation_failed: every problem at once.',
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
            limit: { type: 'integer', description: 'rate_limited: requests in the window.' },
            windowSeconds: { type: 'integer', description: 'rate_limited.' },
          },
        },
      },
      required: ['code', 'message', 'requestId'],
    },
  },
  required: ['error'],
}

const CURSOR: Json = { type: ['string', 'null'], description: 'For the next page; null on the last one.' }

/** The envelope of an answer around what the operation returns. */
function envelope({ answer }: Operation, item: Json): Json {
  const data = answer === 'one' ? item : { type: 'array', items: item }
  if (answer !== 'page') return { type: 'object', properties: { data }, required: ['data'] }
  const properties = { data, hasMore: { type: 'boolean' }, nextCursor: CURSOR }
  return { type: 'object', properties, required: ['data', 'hasMore', 'nextCursor'] }
}

function answerExample({ answer, id, returns }: Operation): Json {
  const item = exampleOf(returns, id, '')
  if (answer === 'one') return { data: item }
  return answer === 'all' ? { data: [item] } : { data: [item], hasMore: true, nextCursor: 'eyJ2IjoxfQ.c2lnbmF0dXJl' }
}

const MEANING: Readonly<Record<Operation['status'], string>> = { 200: 'Done.', 201: 'Created.', 202: 'Accepted.' }

function answer(operation: Operation, schemas: PublishedSchemas): Response {
  const replay = operation.method === 'POST' ? ['Idempotent-Replay'] : []
  const schema = envelope(operation, schemas.publish(operation.returns))
  return {
    description: MEANING[operation.status],
    headers: headersOf([...ANSWER_HEADERS, ...replay]),
    content: { 'application/json': { schema, example: answerExample(operation) } },
  }
}

function operationObject(operation: Operation, schemas: PublishedSchemas, shared: SharedResponses): OperationObject {
  const { id, summary, description, tag, scope, emits, rateClass, windowDays } = operation
  const parameters = parametersOf(operation, schemas)
  const requestBody = bodyOf(operation, schemas)
  return {
    operationId: id,
    summary,
    ...(description && { description }),
    tags: [tag],
    'x-required-scopes': scope,
    ...(emits.length > 0 && { 'x-emits': emits }),
    'x-rate-limit-class': rateClass,
    ...(windowDays && { 'x-window-days': windowDays }),
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: { [operation.status]: answer(operation, schemas), ...problemResponses(operation, shared) },
  }
}

/** `/patients/:id` is `/patients/{id}` in OpenAPI. */
const template = (path: string): string => path.replaceAll(/:([A-Za-z]+)/g, '{$1}')

function pathsOf(operations: readonly Operation[], schemas: PublishedSchemas, shared: SharedResponses) {
  const paths: Record<string, PathItem> = {}
  for (const operation of operations) {
    const path = template(operation.path)
    const method = operation.method.toLowerCase()
    paths[path] = { ...paths[path], [method]: operationObject(operation, schemas, shared) }
  }
  return paths
}

function tagsOf(operations: readonly Operation[]) {
  const names = [...new Set(operations.map(operation => operation.tag)), 'Webhooks']
  return names.map(name => ({ name, description: TAGS[name] ?? name }))
}

/** Describes the declared interface as OpenAPI 3.1. The same declarations give the same document, to the byte. */
export function openapi(options: OpenApiOptions): OpenApiDocument {
  const { title = 'Clinic Plugin API', serverUrl, version, operations, events } = options
  const schemas = new PublishedSchemas()
  const shared = new SharedResponses()
  const paths = pathsOf(operations, schemas, shared)
  return {
    openapi: '3.1.0',
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    info: { title, version, description: GUIDE },
    servers: [{ url: `${serverUrl.replace(/\/$/, '')}/api/v1`, description: 'This service' }],
    security: [{ pluginToken: [] }],
    tags: tagsOf(operations),
    paths,
    webhooks: webhooksOf(events, version),
    components: {
      schemas: { error: ERROR, ...schemas.components },
      parameters: { 'Idempotency-Key': IDEMPOTENCY_KEY, ...DELIVERY_HEADERS },
      headers: HEADERS,
      responses: shared.components,
      securitySchemes: {
        pluginToken: {
          type: 'http',
          scheme: 'bearer',
          description: 'The plugin token of an installation: plg_live_… or plg_test_…',
        },
      },
    },
  }
}
