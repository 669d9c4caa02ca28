import { h, placeOf } from './dom.js'
import { nameOf, scopeFor } from './model.js'
import { inline } from './prose.js'

const typesOf = schema => [schema.type ?? []].flat()
const plural = word => (word === 'any' ? 'anything' : `${word}s`)

/** The kind of value in one phrase: `string or null`, `list of integers`. */
function kindOf(schema, model) {
  if (schema.anyOf) return schema.anyOf.map(branch => kindOf(branch, model)).join(' or ')
  if (schema.$ref) return nameOf(schema.$ref)
  const words = typesOf(schema).map(type => {
    if (type === 'array') return `list of ${plural(kindOf(schema.items ?? {}, model))}`
    return type === 'string' && schema.format ? schema.format : type
  })
  return words.join(' or ') || 'any'
}

const range = (low, high, unit) => {
  if (low !== undefined && high !== undefined) return low === high ? `${low}${unit}` : `${low} to ${high}${unit}`
  if (low !== undefined) return `at least ${low}${unit}`
  return high === undefined ? undefined : `at most ${high}${unit}`
}

const isId = (name, schema) => /(?:^id|Ids?)$/.test(name) && schema.minLength === 1 && schema.maxLength === 64

/** The bounds of a value in words; those of ids are everywhere the same and told once, in the guide. */
function boundsOf(name, schema) {
  if (isId(name, schema)) return []
  return [
    range(schema.minLength, schema.maxLength, ' characters'),
    range(schema.minimum, schema.maximum, ''),
    schema.exclusiveMinimum !== undefined && `more than ${schema.exclusiveMinimum}`,
    range(schema.minItems, schema.maxItems, ' items'),
    schema.uniqueItems && 'no repetition',
    schema['x-expects'],
    schema.pattern && !schema['x-expects'] && `pattern ${schema.pattern}`,
    schema.default !== undefined && `default ${JSON.stringify(schema.default)}`,
  ].filter(Boolean)
}

function choices(schema) {
  const values = 'const' in schema ? [schema.const] : (schema.enum ?? schema.items?.enum ?? [])
  const chips = values.filter(value => value !== null).map(value => h('code.chip', String(value)))
  if (chips.length <= 12) return chips.length > 0 && h('div.chips', chips)
  return h('details.chips-more', h('summary', `One of ${chips.length} values`), h('div.chips', chips))
}

/** The fields of the object that a field holds, alone, in a list, or by reference; nothing for plain values. */
function nested(schema, model) {
  const candidates = [schema, schema.items, ...(schema.anyOf ?? [])].filter(Boolean).map(model.resolve)
  const inner = candidates.find(node => node.properties)
  if (!inner) return undefined
  const holder = h('details.nested', h('summary', `Fields of ${inner['x-resource'] ?? 'the object'}`))
  holder.addEventListener('toggle', () => holder.append(fieldList(inner, model)), { once: true })
  return holder
}

function scopeOf(schema) {
  const scope = scopeFor(schema)
  const title = 'A further scope is needed for this field'
  return scope && h('a.needs', { href: placeOf('scopes', scope), title }, scope)
}

/** One field or parameter: name, kind, whether it is required, what it means, what it takes. */
function row({ name, schema, required, description }, model) {
  const kind = [isId(name, schema) ? 'id' : kindOf(schema, model), ...boundsOf(name, schema)].join(' · ')
  const marks = [h('span.kind', kind), required && h('span.required', 'required'), scopeOf(schema)]
  return h(
    'li.field',
    h('div.field-head', h('code.field-name', name), marks),
    description && h('p', inline(description, model)),
    choices(schema),
    nested(schema, model),
  )
}

export function parameterList(parameters, model) {
  const rows = parameters.map(parameter => row(parameter, model))
  return h('ul.fields', rows)
}

/** The fields of an object schema. `required` is for what is sent; what is answered is always there. */
export const fieldList = ({ properties = {} }, model, required = []) =>
  parameterList(
    Object.entries(properties).map(([name, schema]) => ({
      name,
      schema,
      required: required.includes(name),
      description: schema.description,
    })),
    model,
  )
