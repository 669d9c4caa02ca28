/** The OpenAPI 3.1 document of a surface: a pure function of what is declared. */
import { isInClinic } from './access.ts'
import { type EventDeclaration, type Operation, showsVersion, takesKey } from './kernel.ts'
import { HEADERS, PROBLEM_HEADERS } from './openapi/answer-headers.ts'
import { answersOf } from './openapi/answers.ts'
import { CLINIC_ID, HEADERS as HEADER_OBJECTS, IDEMPOTENCY_KEY, IF_MATCH } from './openapi/components.ts'
import type { OpenApiDocument, OperationObject, PathItem } from './openapi/document.ts'
import { bodyOf, parametersOf } from './openapi/inputs.ts'
import { problemResponses, SharedResponses } from './openapi/problems.ts'
import { PublishedSchemas, refTo } from './openapi/schemas.ts'
import type { DocumentedSurface } from './openapi/surface.ts'
import { DELIVERY_HEADERS, webhooksOf } from './openapi/webhooks.ts'

export type { OpenApiDocument }

export interface OpenApiOptions {
  readonly surface: DocumentedSurface
  /** The public address of the service, without the path of the surface. */
  readonly serverUrl: string
  readonly version: '2026-07'
  readonly operations: readonly Operation[]
  readonly events?: readonly EventDeclaration[]
}

interface Document {
  readonly surface: DocumentedSurface
  readonly schemas: PublishedSchemas
  readonly shared: SharedResponses
}

const REPLAY = 'Idempotent-Replay'

function operationObject({ surface, schemas, shared }: Document, operation: Operation): OperationObject {
  const { id, summary, description, tag } = operation
  const keyed = takesKey(operation)
  const key = keyed ? [refTo('parameters', 'Idempotency-Key')] : []
  const clinic = surface.clinicHeader && isInClinic(operation.access) ? [surface.clinicHeader] : []
  const match = operation.versioned ? [refTo('parameters', 'If-Match')] : []
  const headersGiven = [...clinic.map(name => refTo('parameters', name)), ...key, ...match]
  const parameters = [...parametersOf(operation, schemas), ...headersGiven]
  const tagged = showsVersion(operation) ? ['ETag'] : []
  const headers = [...HEADERS, ...surface.answerHeaders, ...clinic, ...(keyed ? [REPLAY] : []), ...tagged]
  const requestBody = bodyOf(operation, schemas)
  const refusals = problemResponses(surface, operation, shared)
  return {
    operationId: id,
    summary,
    ...(description && { description }),
    tags: [tag],
    ...surface.extensionsOf(operation),
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: { ...answersOf(operation, schemas, headers), ...refusals },
  }
}

/** `/patients/:id` is `/patients/{id}` in OpenAPI. */
const template = (path: string): string => path.replaceAll(/:([A-Za-z]+)/g, '{$1}')

function pathsOf(document: Document, operations: readonly Operation[]) {
  const paths: Record<string, PathItem> = {}
  for (const operation of operations) {
    const path = template(operation.path)
    const method = operation.method.toLowerCase()
    paths[path] = { ...paths[path], [method]: operationObject(document, operation) }
  }
  return paths
}

function tagsOf({ tags }: DocumentedSurface, operations: readonly Operation[], sends: boolean) {
  const names = [...new Set(operations.map(operation => operation.tag)), ...(sends ? ['Webhooks'] : [])]
  return names.map(name => ({ name, description: tags[name] ?? name }))
}

function headersIn(
  { answerHeaders, problemHeaders, clinicHeader }: DocumentedSurface,
  operations: readonly Operation[],
) {
  const ofProblems = [PROBLEM_HEADERS, problemHeaders].flatMap(one => Object.values(one).flat())
  const named = new Set([...HEADERS, ...answerHeaders, ...ofProblems, clinicHeader, REPLAY])
  if (operations.some(showsVersion)) named.add('ETag')
  return Object.fromEntries(Object.entries(HEADER_OBJECTS).filter(([name]) => named.has(name)))
}

/** Describes a surface as OpenAPI 3.1. The same declarations give the same document, to the byte. */
export function openapi({ surface, serverUrl, version, operations, events = [] }: OpenApiOptions): OpenApiDocument {
  const document: Document = { surface, schemas: new PublishedSchemas(), shared: new SharedResponses() }
  const paths = pathsOf(document, operations)
  const sends = events.length > 0
  const origin = serverUrl.replace(/\/$/, '')
  return {
    openapi: '3.1.0',
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    info: {
      title: surface.title,
      version,
      description: surface.guide,
      contact: { name: 'Clinic Plugin Platform', url: `${origin}/docs` },
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    },
    'x-error-codes': surface.errors,
    servers: [{ url: `${origin}${surface.base}`, description: 'This service' }],
    security: Object.keys(surface.securitySchemes).map(name => ({ [name]: [] })),
    tags: tagsOf(surface, operations, sends),
    paths,
    webhooks: webhooksOf(events, version, document.schemas),
    components: {
      schemas: { ...document.shared.errors, ...document.schemas.components },
      parameters: {
        ...(surface.clinicHeader && { 'Clinic-Id': CLINIC_ID }),
        'Idempotency-Key': IDEMPOTENCY_KEY,
        ...(operations.some(({ versioned }) => versioned) && { 'If-Match': IF_MATCH }),
        ...(sends && DELIVERY_HEADERS),
      },
      headers: headersIn(surface, operations),
      responses: document.shared.components,
      securitySchemes: surface.securitySchemes,
    },
  }
}
