/** What is printed, in the order of its names: each operation with what the description of the interface says of it. */
import { API_VERSION } from '@clinic/contract/api-version.ts'
import { EVENT_READS, READS_NOTHING } from '@clinic/contract/event-reads.ts'
import { events } from '@clinic/contract/event-types.ts'
import { operations } from '@clinic/contract/index.ts'
import { isRecord } from '@clinic/contract/json-schema.ts'
import type { EventDeclaration, Operation } from '@clinic/contract/kernel.ts'
import type { Json, OperationObject, Parameter } from '@clinic/contract/openapi/document.ts'
import { pluginDocument } from '@clinic/contract/openapi/plugin-surface.ts'
import { openapi } from '@clinic/contract/openapi.ts'
import { OPERATION_NAMES } from '@clinic/contract/operation-names.ts'

export const DOCUMENT = openapi({
  surface: pluginDocument,
  serverUrl: 'https://clinic.example.com',
  version: API_VERSION,
  operations,
  events,
})

export interface Named {
  readonly family: string
  readonly verb: string
  readonly operation: Operation
  readonly documented: OperationObject
}

const byId = new Map(operations.map(operation => [operation.id, operation]))

const documentedOf = ({ path, method }: Operation): OperationObject => {
  const item: Readonly<Record<string, OperationObject>> = {
    ...DOCUMENT.paths[path.replaceAll(/:([A-Za-z]+)/g, '{$1}')],
  }
  const documented = item[method.toLowerCase()]
  if (!documented) throw new Error(`${method} ${path} is not documented`)
  return documented
}

function named(family: string, verb: string, id: string): Named {
  const operation = byId.get(id)
  if (!operation) throw new Error(`${family}.${verb} names ${id}, which is no operation`)
  return { family, verb, operation, documented: documentedOf(operation) }
}

export const FAMILIES: readonly (readonly [family: string, operations: readonly Named[]])[] = Object.entries(
  OPERATION_NAMES,
).map(([family, verbs]) => [family, Object.entries(verbs).map(([verb, id]) => named(family, verb, id))])

export const NAMED = FAMILIES.flatMap(([, verbs]) => verbs)

/** The schema of a field of an input, with its words. */
export interface InputField {
  readonly name: string
  readonly required: boolean
  readonly schema: Json
}

const isParameter = (value: object): value is Parameter => 'in' in value && 'schema' in value

/** The flat input: path, query and body in one object. */
export function inputOf({ operation, documented }: Named): InputField[] {
  const parameters = (documented.parameters ?? [])
    .filter(isParameter)
    .map(({ name, required, schema, description }) => ({
      name,
      required,
      schema: { ...schema, ...(description && { description }) },
    }))
  const body = documented.requestBody?.content['application/json'].schema
  if (!body) return parameters
  if (operation.bodyKey) return [...parameters, { name: operation.bodyKey, required: true, schema: body }]
  const required = Array.isArray(body.required) ? body.required : []
  const fields = isRecord(body.properties) ? Object.entries(body.properties) : []
  const inBody = fields.map(([name, schema]) => ({
    name,
    required: required.includes(name),
    schema: isRecord(schema) ? schema : {},
  }))
  return [...parameters, ...inBody]
}

export type Paging = 'one' | 'all' | 'page' | 'delta'

/** Whether it answers one record, all of them, or pages; `delta` are pages that can be asked for what changed since. */
export const pagingOf = ({ answer, input }: Operation): Paging =>
  answer === 'page' && isRecord(input.properties) && 'updatedAfter' in input.properties ? 'delta' : answer

/** What an operation answers when all goes well, as the description shows it. */
export function exampleOf({ operation, documented }: Named): { status: number; body: unknown } {
  const status = operation.statusOnceDone ?? operation.status
  const answer = documented.responses[status]
  const content = answer && 'content' in answer ? answer.content : undefined
  return { status, body: content?.['application/json'].example }
}

/** The read of the record that an event tells of. */
export const readOf = ({ type, example }: EventDeclaration) =>
  READS_NOTHING.includes(type) ? undefined : EVENT_READS[example.object]
