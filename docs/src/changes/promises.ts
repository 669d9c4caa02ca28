import type { Described, Schema } from '../print/described.ts'
import { answerOf, modelOf, nameOf, type Operation } from '../print/model.ts'

/** What is sent to the service, and what it sends: what widens one narrows the other. */
export type Direction = 'input' | 'output'

/** What is promised of a value, a field or a parameter. */
export interface Promised {
  readonly direction: Direction
  readonly types: readonly string[]
  /** Undefined where any is taken. */
  readonly values: readonly string[] | undefined
  readonly isRequired: boolean
  readonly format: string | undefined
  readonly pattern: string | undefined
  /** Lower and upper, of length, number and items. */
  readonly least: readonly (number | undefined)[]
  readonly most: readonly (number | undefined)[]
  readonly scope: string | undefined
}

/** Everything that a contract promises, flat: each thing by its place, such as `patient.insurance.limit`. */
export interface Promises {
  /** Method and path by operation. */
  readonly operations: ReadonlyMap<string, string>
  /** What an operation asks for: all of them, or any. */
  readonly asked: ReadonlyMap<string, { readonly mode: string; readonly scopes: readonly string[] }>
  readonly statuses: ReadonlyMap<string, string>
  readonly events: ReadonlySet<string>
  readonly errors: ReadonlyMap<string, number>
  readonly scopes: ReadonlySet<string>
  readonly fields: ReadonlyMap<string, Promised>
}

/** A value that may be null says so as one of its types, however it is written. */
function bare(schema: Schema): { schema: Schema; others: readonly Schema[] } {
  const alternatives = (schema.anyOf ?? []).filter(({ type }) => type !== 'null')
  const [one, ...others] = alternatives
  if (!one) return { schema, others: [] }
  const isNullable = alternatives.length < (schema.anyOf?.length ?? 0)
  const types = [one.type ?? (one.$ref ? 'object' : [])].flat()
  return { schema: isNullable ? { ...one, type: [...types, 'null'] } : one, others }
}

const wordOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

function valuesOf(schema: Schema): string[] | undefined {
  if ('const' in schema) return [wordOf(schema.const)]
  return schema.enum?.map(wordOf)
}

const promised = (schema: Schema, direction: Direction, isRequired: boolean): Promised => ({
  direction,
  types: [schema.type ?? []].flat().toSorted(),
  values: valuesOf(schema),
  isRequired,
  format: schema.format,
  pattern: schema.pattern,
  least: [schema.minLength, schema.exclusiveMinimum ?? schema.minimum, schema.minItems],
  most: [schema.maxLength, schema.maximum, schema.maxItems],
  scope: schema['x-required-scope'],
})

/** What a walk through schemas needs to know all the way. */
interface Walk {
  readonly direction: Direction
  readonly resolve: (schema: Schema) => Schema
  readonly fields: Map<string, Promised>
}

/** Notes a schema at its place, and what lies in it. A resource is noted once, under its own name. */
function note(walk: Walk, place: string, given: Schema, isRequired: boolean): void {
  const { schema: one, others } = bare(given)
  const { direction, resolve, fields } = walk
  const resolved = resolve(one)
  fields.set(place, promised({ ...resolved, type: one.type ?? resolved.type }, direction, isRequired))
  const inside = one.$ref === undefined || direction === 'input' ? place : nameOf(one.$ref)
  if (inside !== place && fields.has(inside)) return
  if (inside !== place) fields.set(inside, promised(resolved, direction, true))
  for (const [name, property] of Object.entries(resolved.properties ?? {}))
    note(walk, `${inside}.${name}`, property, resolved.required?.includes(name) === true)
  if (resolved.items) note(walk, `${place}[]`, resolved.items, true)
  for (const [at, other] of others.entries()) note(walk, `${place}|${at + 2}`, other, true)
}

function noteOperation(operation: Operation, resolve: Walk['resolve'], fields: Map<string, Promised>): void {
  const { operationId: id, parameters, body, bodyRequired } = operation
  const input: Walk = { direction: 'input', resolve, fields }
  for (const { name, schema, required } of parameters) note(input, `${id}(${name})`, schema, required === true)
  if (body) note(input, `${id}(body)`, body.schema, bodyRequired)
  const answer = answerOf(operation)?.media
  if (answer) note({ direction: 'output', resolve, fields }, `${id} answers`, answer.schema, true)
}

/** What the OpenAPI document of a contract promises. */
export function promisesOf(document: Described): Promises {
  const model = modelOf(document, '/docs')
  const fields = new Map<string, Promised>()
  for (const operation of model.operations) noteOperation(operation, model.resolve, fields)
  for (const { type, media } of model.events)
    note({ direction: 'output', resolve: model.resolve, fields }, type, media.schema, true)
  const byId = <Value>(tell: (operation: Operation) => Value) =>
    new Map(model.operations.map(operation => [operation.operationId, tell(operation)] as const))
  return {
    operations: byId(({ method, path }) => `${method.toUpperCase()} ${path}`),
    asked: byId(({ asked }) => asked),
    statuses: byId(operation => answerOf(operation)?.status ?? ''),
    events: new Set(model.events.map(({ type }) => type)),
    errors: new Map(Object.entries(model.errors).map(([code, { status }]) => [code, status])),
    scopes: new Set(Object.keys(model.scopes)),
    fields,
  }
}
