/** What an operation takes: path and query parameters, headers, and the body. */
import { isRecord, type JsonSchema } from '../json-schema.ts'
import { type Operation, pathNames } from '../kernel.ts'
import type { Body, Json, Parameter } from './document.ts'
import { exampleOf } from './examples.ts'
import type { PublishedSchemas } from './schemas.ts'

export const hasBody = ({ method }: Pick<Operation, 'method'>): boolean =>
  method === 'POST' || method === 'PUT' || method === 'PATCH'

const requiredNames = (operation: Operation): ReadonlySet<string> => {
  const { required }: JsonSchema = { ...operation.input }
  return new Set(required)
}

/** `lab-orders` holds what is called `lab-order`. */
export const singular = (segment: string): string =>
  segment
    .replace(/ies$/, 'y')
    .replace(/(?<=ch|x|ss)es$/, '')
    .replace(/(?<!s)s$/, '')

/** Which kind of record a path parameter names: `id` after /patients is a patient's, `fileId` a file's. */
function pathExample(path: string, name: string, schema: JsonSchema): unknown {
  const segments = path.split('/')
  const before = segments[segments.indexOf(`:${name}`) - 1] ?? ''
  return exampleOf(schema, name === 'id' ? singular(before) : name, name)
}

function parameterExample({ id, path }: Operation, name: string, schema: JsonSchema, inPath: boolean): unknown {
  if (inPath) return pathExample(path, name, schema)
  return schema.default ?? exampleOf(schema, id, name)
}

/** Whose words a field of an input goes by: its operation's, else those of what the operation returns. */
const inputOwners = ({ id, returns }: Operation): string[] => {
  const { 'x-resource': resource }: JsonSchema = { ...returns }
  return resource ? [id, resource] : [id]
}

/** `id` after /patients is the id of a patient. */
function ownersOf(operation: Operation, inPath: boolean, name: string): string[] {
  if (!inPath || name !== 'id') return inputOwners(operation)
  const segments = operation.path.split('/')
  return [singular(segments[segments.indexOf(':id') - 1] ?? '')]
}

function parameter(operation: Operation, schemas: PublishedSchemas, name: string, field: JsonSchema): Parameter {
  const inPath = pathNames(operation.path).includes(name)
  const { description, ...schema } = schemas.inputField(ownersOf(operation, inPath, name), name, field)
  return {
    name,
    in: inPath ? 'path' : 'query',
    required: inPath || requiredNames(operation).has(name),
    ...(typeof description === 'string' && { description }),
    schema,
    example: parameterExample(operation, name, field, inPath),
  }
}

/** Path parameters in the order of the path, then the query in the order of the declaration. */
export function parametersOf(operation: Operation, schemas: PublishedSchemas): Parameter[] {
  const { properties = {} }: JsonSchema = { ...operation.input }
  const inPath = pathNames(operation.path)
  const inQuery = hasBody(operation) ? [] : Object.keys(properties).filter(name => !inPath.includes(name))
  return [...inPath, ...inQuery].map(name => parameter(operation, schemas, name, properties[name] ?? {}))
}

/** The schema of the body: the rest of the input, or the one key that is the whole body. */
export function bodySchema(operation: Operation): JsonSchema | undefined {
  if (!hasBody(operation)) return undefined
  const { properties = {}, required = [] }: JsonSchema = { ...operation.input }
  if (operation.bodyKey) return properties[operation.bodyKey]
  const inPath = pathNames(operation.path)
  const fields = Object.entries(properties).filter(([name]) => !inPath.includes(name))
  if (fields.length === 0) return undefined
  const names = required.filter(name => !inPath.includes(name))
  return {
    type: 'object',
    properties: Object.fromEntries(fields),
    ...(names.length > 0 && { required: names }),
    additionalProperties: false,
  }
}

/** How many fields the example of a change shows. */
const SHOWN_CHANGES = 3

function withoutKey(value: Json, key: string): Json {
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key))
}

/** Drops, one by one, the optional fields that the operation's own check says do not go together. */
function passing(operation: Operation, schema: JsonSchema, example: Json): Json {
  const issue = operation.check?.(example)[0]
  const key = issue?.path.split('/')[1] ?? ''
  const droppable = key in example && !schema.required?.includes(key)
  return droppable ? passing(operation, schema, withoutKey(example, key)) : example
}

/** An example of the body that the operation takes; a change shows a few fields only. */
export function bodyExample(operation: Operation, schema: JsonSchema): Json {
  if (operation.bodyKey) {
    const value = exampleOf(schema, operation.id, operation.bodyKey)
    return isRecord(value) ? value : {}
  }
  const fields = Object.entries(schema.properties ?? {})
  const shown = operation.method === 'PATCH' ? fields.slice(0, SHOWN_CHANGES) : fields
  const example = Object.fromEntries(shown.map(([name, field]) => [name, exampleOf(field, operation.id, name)]))
  return passing(operation, schema, example)
}

export function bodyOf(operation: Operation, schemas: PublishedSchemas): Body | undefined {
  const schema = bodySchema(operation)
  if (!schema) return undefined
  const required = operation.method === 'PATCH' || (schema.required?.length ?? 0) > 0
  const content = { schema: schemas.input(schema, inputOwners(operation)), example: bodyExample(operation, schema) }
  return { required, content: { 'application/json': content } }
}
