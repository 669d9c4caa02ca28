import type { Parameter, Schema } from './described.ts'
import { h, type Markup } from './markup.ts'
import { type Model, nameOf, scopeFor } from './model.ts'
import { placeOf } from './places.ts'
import { inline } from './prose.ts'

/** A field or parameter, as a row tells of it. */
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
    schema.pattern !== undefined && !schema['x-expects'] && `pattern ${schema.pattern}`,
    schema.default !== undefined && `default ${JSON.stringify(schema.default)}`,
  ]
}

const MOST_CHIPS = 12

function choices(schema: Schema): Markup | undefined {
  const values = 'const' in schema ? [schema.const] : (schema.enum ?? schema.items?.enum ?? [])
  const chips = values.filter(value => value !== null).map(value => h('code.chip', String(value)))
  if (chips.length === 0) return undefined
  const shown = h('div.chips', chips)
  return chips.length <= MOST_CHIPS
    ? shown
    : h('details.chips-more', h('summary', `One of ${chips.length} values`), shown)
}

/** The fields of the object that a field holds, alone, in a list, or by reference; nothing for plain values. */
function nested(schema: Schema, model: Model): Markup | undefined {
  const candidates = [schema, schema.items, ...(schema.anyOf ?? [])].flatMap(node => (node ? model.resolve(node) : []))
  const inner = candidates.find(node => node.properties)
  const title = `Fields of ${inner?.['x-resource'] ?? 'the object'}`
  return inner && h('details.nested', h('summary', title), fieldList(inner, model))
}

function scopeOf(schema: Schema, model: Model): Markup | undefined {
  const scope = scopeFor(schema)
  const title = 'A further scope is needed for this field'
  return scope === undefined ? undefined : h('a.needs', { href: placeOf(model, 'scopes', scope), title }, scope)
}

/** One field or parameter: name, kind, whether it is required, what it means, what it takes. */
function row({ name, schema, required, description }: Field, model: Model): Markup {
  const bounds = boundsOf(name, schema).filter(Boolean)
  const kind = [isId(name, schema) ? 'id' : kindOf(schema), ...bounds].join(' · ')
  const marks = [h('span.kind', kind), required && h('span.required', 'required'), scopeOf(schema, model)]
  return h(
    'li.field',
    h('div.field-head', h('code.field-name', name), marks),
    description !== undefined && h('p', inline(description, model)),
    choices(schema),
    nested(schema, model),
  )
}

export const parameterList = (parameters: readonly Field[], model: Model): Markup =>
  h(
    'ul.fields',
    parameters.map(parameter => row(parameter, model)),
  )

/** The fields of an object schema. `required` is for what is sent; what is answered is always there. */
export const fieldList = (
  { properties = {} }: Schema,
  model: Model,
  required: readonly string[] | undefined = [],
): Markup =>
  parameterList(
    Object.entries(properties).map(([name, schema]) => ({
      ...{ name, schema, required: required.includes(name) },
      description: schema.description,
    })),
    model,
  )
