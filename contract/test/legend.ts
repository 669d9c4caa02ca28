/** Writes schemas in the legend of the specification, so that they can be compared with its tables line by line. */
import { type JsonSchema, typesOf } from '../src/json-schema.ts'
import type { Operation } from '../src/kernel.ts'

const SHORT: Readonly<Record<string, string>> = { integer: 'int', number: 'num', boolean: 'bool' }
const typeOf = (schema: JsonSchema) => typesOf(schema).find(type => type !== 'null') ?? 'any'

/** `id, total num, slots [{start, end}]`; `object`, which every resource has, is left out. */
export const fieldsOf = (schema: JsonSchema): string =>
  Object.entries(schema.properties ?? {})
    .filter(([name]) => name !== 'object')
    .map(([name, field]) => `${name} ${fieldKind(field)}`.trim())
    .join(', ')

function fieldKind(schema: JsonSchema): string {
  const type = typeOf(schema)
  if (type === 'array') return `[${itemKind(schema.items ?? {})}]`
  if (type === 'object') return objectKind(schema)
  return SHORT[type] ?? ''
}

const itemKind = (schema: JsonSchema & { 'x-resource'?: string }): string =>
  schema['x-resource'] ?? (fieldKind(schema) || typeOf(schema))

function objectKind(schema: JsonSchema): string {
  if (schema.properties) return `{${fieldsOf(schema)}}`
  return schema.additionalProperties === true ? '{free-form map}' : '{map string to string}'
}

/** The specification's own line without its remarks. */
export const withoutRemarks = (line: string): string => line.replaceAll(/ \([^()]*\)| \d+\.\.\d+/g, '')

const GROUPS = [
  ['Std', ['cursor', 'limit', 'from', 'to', 'updatedAfter']],
  ['Plain', ['cursor', 'limit', 'updatedAfter']],
  ['Page', ['cursor', 'limit']],
] as const

function range({ minLength, minimum, maxLength, maximum, exclusiveMinimum }: JsonSchema): string {
  if (exclusiveMinimum !== undefined) return `(>${exclusiveMinimum})`
  const [least, most] = [minLength ?? minimum, maxLength ?? maximum]
  return least === undefined && most === undefined ? '' : `(${least ?? ''}..${most ?? ''})`
}

/** `Std branchId*(1..64) title(1..200)`: paging group, then name, `*` where required, and bounds. */
export function inputsOf({ input }: Operation): string {
  const schema: JsonSchema = input
  const properties = schema.properties ?? {}
  const group = GROUPS.find(([, keys]) => keys.every(key => key in properties))
  const paging = new Set<string>(group?.[1])
  const own = Object.entries(properties).filter(([name]) => !paging.has(name))
  const words = own.map(([name, field]) => `${name}${schema.required?.includes(name) ? '*' : ''}${range(field)}`)
  return [...(group ? [group[0]] : []), ...words].join(' ')
}
