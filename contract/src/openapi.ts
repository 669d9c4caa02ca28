/** The OpenAPI 3.1 document of the interface: a pure function of what is declared. */
import type { EventDeclaration, Operation } from './kernel.ts'
import { answerOf } from './openapi/answers.ts'
import { ERROR, HEADERS, IDEMPOTENCY_KEY, SECURITY_SCHEMES } from './openapi/components.ts'
import type { OpenApiDocument, OperationObject, PathItem } from './openapi/document.ts'
import { GUIDE } from './openapi/guide.ts'
import { bodyOf, parametersOf } from './openapi/inputs.ts'
import { ANSWER_HEADERS, problemResponses, SharedResponses } from './openapi/problems.ts'
import { PublishedSchemas, refTo } from './openapi/schemas.ts'
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

function operationObject(operation: Operation, schemas: PublishedSchemas, shared: SharedResponses): OperationObject {
  const { id, summary, description, tag, scope, emits, rateClass, windowDays } = operation
  const keyed = operation.method === 'POST'
  const key = keyed ? [refTo('parameters', 'Idempotency-Key')] : []
  const parameters = [...parametersOf(operation, schemas), ...key]
  const headers = [...ANSWER_HEADERS, ...(keyed ? ['Idempotent-Replay'] : [])]
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
    responses: { [operation.status]: answerOf(operation, schemas, headers), ...problemResponses(operation, shared) },
  }
}

/** `/patients/:id` is `/patients/{id}` in OpenAPI. */
export const template = (path: string): string => path.replaceAll(/:([A-Za-z]+)/g, '{$1}')

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
      securitySchemes: SECURITY_SCHEMES,
    },
  }
}
