import { h, placeOf, sectionId } from './dom.js'
import { nameOf } from './model.js'
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
  const above = schema.exclusiveMinimum === undefined ? undefined : `more than ${schema.exclusiveMinimum}`
  return [
    range(schema.minLength, schema.maxLength, ' characters'),
    range(schema.minimum, schema.maximum, ''),
    above,
    range(schema.minItems, schema.maxItems, ' items'),
    schema.uniqueItems && 'no repetition',
    schema['x-expects'],
    schema.pattern && !schema['x-expects'] && `pattern ${schema.pattern}`,
    schema.default !== undefined && `default ${JSON.stringify(schema.default)}`,
  ].filter(Boolean)
}

function choices(schema) {
  const values = 'const' in schema ? [schema.const] : (schema.enum ?? schema.items?.enum ?? [])
  const chips = values.filter(value => value !== null).map(value => h('code', { class: 'chip' }, String(value)))
  if (chips.length <= 12) return chips.length > 0 && h('div', { class: 'chips' }, chips)
  return h(
    'details',
    { class: 'chips-more' },
    h('summary', null, `One of ${chips.length} values`),
    h('div', { class: 'chips' }, chips),
  )
}

/** The object that a field holds, alone, in a list, or by reference; undefined for plain values. */
function innerOf(schema, model) {
  const candidates = [schema, schema.items, ...(schema.anyOf ?? [])].filter(Boolean).map(model.resolve)
  return candidates.find(node => node.properties)
}

function nested(schema, model) {
  const inner = innerOf(schema, model)
  if (!inner) return undefined
  const holder = h(
    'details',
    { class: 'nested' },
    h('summary', null, `Fields of ${inner['x-resource'] ?? 'the object'}`),
  )
  holder.addEventListener('toggle', () => holder.children.length === 1 && holder.append(fieldList(inner, model)), {
    once: true,
  })
  return holder
}

function scopeOf(schema) {
  const scope = schema['x-required-scope'] ?? schema['x-masked-without-scope']
  return (
    scope &&
    h('a', { class: 'needs', href: placeOf('scopes', scope), title: 'A further scope is needed for this field' }, scope)
  )
}

/** One field or parameter: name, kind, whether it is required, what it means, what it takes. */
function row({ name, schema, required, description }, model, place) {
  const bounds = boundsOf(name, schema)
  return h(
    'li',
    { class: 'field', id: place && sectionId(place, name) },
    h(
      'div',
      { class: 'field-head' },
      h('code', { class: 'field-name' }, name),
      h('span', { class: 'kind' }, [isId(name, schema) ? 'id' : kindOf(schema, model), ...bounds].join(' · ')),
      required && h('span', { class: 'required' }, 'required'),
      scopeOf(schema),
    ),
    description && h('p', null, inline(description, model)),
    choices(schema),
    nested(schema, model),
  )
}

/** The fields of an object schema. `marksRequired` is for what is sent; what is answered is always there. */
export function fieldList(schema, model, { marksRequired = false, place } = {}) {
  const required = marksRequired ? (schema.required ?? []) : []
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => ({
    name,
    schema: field,
    required: required.includes(name),
    description: field.description,
  }))
  return h(
    'ul',
    { class: 'fields' },
    fields.map(field => row(field, model, place)),
  )
}

export const parameterList = (parameters, model) =>
  h(
    'ul',
    { class: 'fields' },
    parameters.map(parameter => row(parameter, model)),
  )
