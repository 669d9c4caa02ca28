import type { Parameter, Schema } from './described.ts'
import { inline } from './markdown.ts'
import { type Model, nameOf, scopeFor } from './model.ts'
import { objectPlace, placeOf } from './places.ts'

/** A field or parameter, as a line tells of it. */
type Field = Pick<Parameter, 'name' | 'schema' | 'required' | 'description'>

const typesOf = ({ type }: Schema): readonly string[] => (typeof type === 'string' ? [type] : (type ?? []))
const plural = (word: string): string => (word === 'any' ? 'anything' : `${word}s`)

/** The kind of value in one phrase: `string or null`, `list of integers`. */
function kindOf(schema: Schema): string {
  if (schema.anyOf) return schema.anyOf.map(kindOf).join(' or ')
  if (schema.$ref !== undefined) return nameOf(schema.$ref)
  const words = typesOf(schema).map(type => {
    if (type === 'array') return `list of ${plural(kindOf(schema.items ?? {}))}`
    return type === 'string' && schema.format ? schema.format : type
  })
  return words.join(' or ') || 'any'
}

function range(low: number | undefined, high: number | undefined, unit: string): string | undefined {
  if (low !== undefined && high !== undefined) return low === high ? `${low}${unit}` : `${low} to ${high}${unit}`
  if (low !== undefined) return `at least ${low}${unit}`
  return high === undefined ? undefined : `at most ${high}${unit}`
}

const isId = (name: string, schema: Schema): boolean =>
  /(?:^id|Ids?)$/.test(name) && schema.minLength === 1 && schema.maxLength === 64

/** The bounds of a value in words; those of ids are everywhere the same and told once, in the introduction. */
function boundsOf(name: string, schema: Schema): (string | undefined | false)[] {
  if (isId(name, schema)) return []
  return [
    range(schema.minLength, schema.maxLength, ' characters'),
    range(schema.minimum, schema.maximum, ''),
    schema.exclusiveMinimum !== undefined && `more than ${schema.exclusiveMinimum}`,
    range(schema.minItems, schema.maxItems, ' items'),
    schema.uniqueItems && 'no repetition',
    schema['x-expects'],
    schema.pattern !== undefined && !schema['x-expects'] && `pattern \`${schema.pattern}\``,
    schema.default !== undefined && `default \`${JSON.stringify(schema.default)}\``,
  ]
}

function choices(schema: Schema): string | undefined {
  const values = 'const' in schema ? [schema.const] : (schema.enum ?? schema.items?.enum ?? [])
  const named = values.filter(value => value !== null).map(value => `\`${value}\``)
  return named.length === 0 ? undefined : `One of ${named.join(', ')}.`
}

/** Where the object that a field holds, alone or in a list, is shown by itself. */
function placeOfObject(schema: Schema, model: Model): string | undefined {
  const nodes = [schema, schema.items, ...(schema.anyOf ?? [])]
  const reference = nodes.find(node => node?.$ref !== undefined)?.$ref
  return reference === undefined ? undefined : objectPlace(model, nameOf(reference))
}

/** The fields of the object that a field holds, where no place of its own shows them. */
function nested(schema: Schema, model: Model, depth: number): string[] {
  if (placeOfObject(schema, model) !== undefined) return []
  const candidates = [schema, schema.items, ...(schema.anyOf ?? [])].flatMap(node => (node ? model.resolve(node) : []))
  const inner = candidates.find(node => node.properties)
  return inner ? lines(fieldsOf(inner, []), model, depth + 1) : []
}

function scopeOf(schema: Schema, model: Model): string | undefined {
  const scope = scopeFor(schema)
  return scope && `needs [\`${scope}\`](${placeOf(model, 'scopes', scope)})`
}

/** One field or parameter: name, kind, whether it is required, what it means, what it takes. */
function line({ name, schema, required, description }: Field, model: Model): string {
  const bounds = boundsOf(name, schema).filter(Boolean)
  const kind = [isId(name, schema) ? 'id' : kindOf(schema), ...bounds].join(' · ')
  const place = placeOfObject(schema, model)
  const marks = [required && '**required**', scopeOf(schema, model)].filter(Boolean).map(mark => ` · ${mark}`)
  const told = [description && inline(description, model), choices(schema), place && `[Its fields](${place}).`]
  const words = told.filter(Boolean).join(' ')
  return `- \`${name}\` *${kind.replaceAll('*', '\\*').replaceAll('<', '&lt;')}*${marks.join('')}${words && ` — ${words}`}`
}

const lines = (fields: readonly Field[], model: Model, depth = 0): string[] =>
  fields.flatMap(field => [`${'  '.repeat(depth)}${line(field, model)}`, ...nested(field.schema, model, depth)])

const fieldsOf = ({ properties = {} }: Schema, required: readonly string[]): Field[] =>
  Object.entries(properties).map(([name, schema]) => ({
    ...{ name, schema, required: required.includes(name) },
    description: schema.description,
  }))

export const parameterList = (parameters: readonly Field[], model: Model): string => lines(parameters, model).join('\n')

/** The fields of an object schema. `required` is for what is sent; what is answered is always there. */
export const fieldList = (schema: Schema, model: Model, required: readonly string[] | undefined = []): string =>
  parameterList(fieldsOf(schema, required), model)
