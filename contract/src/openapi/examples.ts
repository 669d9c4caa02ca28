/** Examples made from the schemas themselves: always valid, the same on every run, realistic by field name. */
import type { FORMATS } from '../formats.ts'
import { issuesOf } from '../issues.ts'
import { type JsonSchema, typesOf } from '../json-schema.ts'
import type { TSchema } from '../kernel.ts'
import { inventedId, OWN_VALUES, VALUES } from './example-values.ts'

const FORMAT_EXAMPLES: Readonly<Record<keyof typeof FORMATS, string>> = {
  'date-time': '2026-07-05T07:00:00.000Z',
  date: '2026-07-05',
  email: 'name@example.com',
  uri: 'https://example.com',
}

/** `patientId` is the id of a patient; `id` that of its owner. */
function idExample(owner: string, name: string): string | undefined {
  if (name === 'id') return inventedId(owner)
  return /Ids?$/.test(name) ? inventedId(name.replace(/Ids?$/, '')) : undefined
}

function textExample({ format, minLength = 0 }: JsonSchema, name: string): string {
  const made = format === undefined ? undefined : FORMAT_EXAMPLES[format]
  return made ?? name.padEnd(minLength, '.')
}

function madeUp(schema: JsonSchema, owner: string, name: string): unknown {
  if ('const' in schema) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf?.[0]) return exampleOf(schema.anyOf[0], owner, name)
  const type = typesOf(schema)[0]
  if (type === 'object') return objectExample(schema, ownerOf(schema, name))
  if (type === 'array') return [exampleOf(schema.items ?? {}, owner, name)]
  if (type === 'boolean') return false
  if (type === 'integer' || type === 'number') return Math.max(1, schema.minimum ?? 1)
  return type === 'string' ? textExample(schema, name) : null
}

/** A resource owns its fields under its own name, a nested object under the name of the field that holds it. */
const ownerOf = (schema: JsonSchema, name: string): string => schema['x-resource'] ?? name

export function objectExample({ properties = {} }: JsonSchema, owner: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, exampleOf(field, owner, name)]))
}

/** A value that the schema takes: for `owner.name`, for an id, for `name`, or made up from the schema alone. */
export function exampleOf(schema: TSchema, owner: string, name = owner): unknown {
  const candidates = [OWN_VALUES[owner]?.[name], VALUES[name], idExample(owner, name)]
  const found = candidates.find(value => value !== undefined && issuesOf(schema, value).length === 0)
  return found === undefined ? madeUp({ ...schema }, owner, name) : found
}
