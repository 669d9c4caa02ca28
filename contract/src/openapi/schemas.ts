/** Schemas as they are published: plain JSON Schema 2020-12, resources by reference. */
import { isRecord } from '../json-schema.ts'
import type { Json } from './document.ts'

export const refTo = (kind: 'schemas' | 'parameters' | 'headers' | 'responses', name: string) => ({
  $ref: `#/components/${kind}/${name}`,
})

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter(item => typeof item === 'string') : typeof value === 'string' ? [value] : []

const sentence = (...parts: unknown[]): string => parts.filter(part => typeof part === 'string').join(' ')

/** What a field's scope means for its reader; nothing for fields without one. */
function scopeNote(field: Json): string | undefined {
  const { 'x-required-scope': scope, 'x-required-scope-where': sibling, 'x-masked-without-scope': masked } = field
  if (typeof masked === 'string') return `Masked without the scope ${masked}.`
  if (typeof scope !== 'string') return undefined
  return typeof sibling === 'string'
    ? `Left out where ${sibling} is set, without the scope ${scope}.`
    : `Left out without the scope ${scope}.`
}

function withNote(field: Json, published: Json): Json {
  const note = scopeNote(field)
  return note ? { ...published, description: sentence(published.description, note) } : published
}

/** Publishes schemas and collects the resources they refer to. */
export class PublishedSchemas {
  readonly #resources = new Map<string, Json>()

  /** The resources met so far, by name. */
  get components(): Record<string, Json> {
    const byName = [...this.#resources].sort(([one], [other]) => (one < other ? -1 : 1))
    return Object.fromEntries(byName)
  }

  /** A schema with its resources replaced by references. */
  publish(schema: unknown): Json {
    if (!isRecord(schema)) return {}
    const name = schema['x-resource']
    return withNote(schema, typeof name === 'string' ? this.#refer(name, schema) : this.#plain(schema))
  }

  #refer(name: string, schema: Json): Json {
    const { description, 'x-required-scope': scope, type, ...rest } = schema
    const nullable = texts(type).includes('null')
    this.#register(name, this.#plain({ type: 'object', ...rest }))
    const reference = refTo('schemas', name)
    const extras = {
      ...(scope !== undefined && { 'x-required-scope': scope }),
      ...(description !== undefined && { description }),
    }
    return nullable ? { anyOf: [reference, { type: 'null' }], ...extras } : { ...reference, ...extras }
  }

  #register(name: string, schema: Json): void {
    const known = this.#resources.get(name)
    if (known && JSON.stringify(known) !== JSON.stringify(schema))
      throw new Error(`two different resources named ${name}`)
    this.#resources.set(name, schema)
  }

  #plain(schema: Json): Json {
    const published = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, this.#keyword(key, value)]))
    if (!isRecord(schema.properties)) return published
    const { properties } = schema
    const required = texts(schema.required).filter(key => isAlwaysThere(properties[key]))
    return { ...published, ...(schema.required !== undefined && { required }) }
  }

  #keyword(key: string, value: unknown): unknown {
    if (key === 'properties' && isRecord(value)) {
      return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, this.publish(field)]))
    }
    if (key === 'items' || (key === 'additionalProperties' && isRecord(value))) return this.publish(value)
    return key === 'anyOf' && Array.isArray(value) ? value.map(branch => this.publish(branch)) : value
  }
}

const isAlwaysThere = (field: unknown): boolean => isRecord(field) && field['x-required-scope'] === undefined
