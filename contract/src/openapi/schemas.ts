/**
 * Schemas as they are published: plain JSON Schema 2020-12, resources by reference, every field with its words. What a
 * caller sends is closed; what a caller is sent may gain fields (the whitelist of the server is closed all the same).
 */
import { isRecord } from '../json-schema.ts'
import type { Json } from './document.ts'
import { wordsOf, wordsOfResource } from './words.ts'

export const refTo = (kind: 'schemas' | 'parameters' | 'headers' | 'responses', name: string) => ({
  $ref: `#/components/${kind}/${name}`,
})

/** Where a schema stands: whose fields it holds, the nearest owner first, and who sends it. */
interface Place {
  readonly owners: readonly string[]
  readonly sender: 'caller' | 'service'
}

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter(item => typeof item === 'string') : typeof value === 'string' ? [value] : []

const sentence = (...parts: unknown[]): string => parts.filter(part => typeof part === 'string').join(' ')

/** What a field's tier means for its reader; nothing for fields that tell of no person. */
function tierNote(field: Json): string | undefined {
  const { 'x-required-scope': scope, 'x-masked-without-scope': masked, 'x-replaced-without-scope': replaced } = field
  const where = field['x-required-scope-where'] === undefined ? '' : ' where it is a patient’s'
  if (typeof masked === 'string') return `Masked without the scope ${masked}${where}.`
  if (typeof replaced === 'string') return `Shown in parts without the scope ${replaced}.`
  if (typeof scope === 'string') return `Left out without the scope ${scope}${where}.`
  return field['x-tier'] === 'record' ? 'Written by people: it may name anybody.' : undefined
}

function withNote(field: Json, published: Json): Json {
  const note = tierNote(field)
  return note ? { ...published, description: sentence(published.description, note) } : published
}

/** A reference alone, or, where there is more to say of it, as the one branch of a union: nothing stands beside `$ref`. */
function referring(name: string, nullable: boolean, extras: Json): Json {
  const reference = refTo('schemas', name)
  if (!nullable && Object.keys(extras).length === 0) return reference
  return { anyOf: nullable ? [reference, { type: 'null' }] : [reference], ...extras }
}

/** Publishes schemas and collects the resources they refer to. */
export class PublishedSchemas {
  readonly #resources = new Map<string, Json>()

  /** The resources met so far, by name. */
  get components(): Record<string, Json> {
    const byName = [...this.#resources].sort(([one], [other]) => (one < other ? -1 : 1))
    return Object.fromEntries(byName)
  }

  /** What a caller sends, with the words of these owners for its fields. */
  input(schema: unknown, owners: readonly string[]): Json {
    return this.#publish(schema, { owners, sender: 'caller' })
  }

  /** A field that a caller sends. */
  inputField(owners: readonly string[], name: string, field: unknown): Json {
    return this.#field({ owners, sender: 'caller' }, name, field)
  }

  /** What a caller is sent. */
  answer(schema: unknown, owners: readonly string[]): Json {
    return this.#publish(schema, { owners, sender: 'service' })
  }

  #publish(schema: unknown, place: Place): Json {
    if (!isRecord(schema)) return {}
    const name = schema['x-resource']
    return withNote(schema, typeof name === 'string' ? this.#refer(name, schema) : this.#plain(schema, place))
  }

  #refer(name: string, schema: Json): Json {
    const { description, 'x-required-scope': scope, type, ...rest } = schema
    const about = wordsOfResource(name)
    const owned: Place = { owners: [name], sender: 'service' }
    this.#register(name, { ...(about && { description: about }), ...this.#plain({ type: 'object', ...rest }, owned) })
    const extras = {
      ...(scope !== undefined && { 'x-required-scope': scope }),
      ...(description !== undefined && { description }),
    }
    return referring(name, texts(type).includes('null'), extras)
  }

  #register(name: string, schema: Json): void {
    const known = this.#resources.get(name)
    if (known && JSON.stringify(known) !== JSON.stringify(schema))
      throw new Error(`two different resources named ${name}`)
    this.#resources.set(name, schema)
  }

  #plain(schema: Json, place: Place): Json {
    const entries = Object.entries(schema).filter(
      ([key, value]) => !OURS.includes(key) && (place.sender === 'caller' || !isClosing(key, value)),
    )
    const published = Object.fromEntries(entries.map(([key, value]) => [key, this.#keyword(key, value, place)]))
    if (!isRecord(schema.properties)) return published
    const { properties } = schema
    const required = texts(schema.required).filter(key => isAlwaysThere(properties[key]))
    return { ...published, ...(schema.required !== undefined && { required }) }
  }

  #keyword(key: string, value: unknown, place: Place): unknown {
    if (key === 'properties' && isRecord(value))
      return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, this.#field(place, name, field)]))
    if (key === 'items' || (key === 'additionalProperties' && isRecord(value))) return this.#publish(value, place)
    return key === 'anyOf' && Array.isArray(value) ? value.map(branch => this.#publish(branch, place)) : value
  }

  #field({ owners, sender }: Place, name: string, field: unknown): Json {
    if (!isRecord(field)) return {}
    const words = isReference(field) || field.description ? undefined : wordsOf(owners, name, field)
    return this.#publish({ ...field, ...(words && { description: words }) }, { owners: [name], sender })
  }
}

/** What only the server asks of a declaration: no caller ever sees it. */
const OURS = ['x-tier', 'x-replaced-by', 'x-searches']

const isClosing = (key: string, value: unknown): boolean => key === 'additionalProperties' && value === false

/** What is published as a reference alone has its words where it refers to. */
const isReference = (field: Json): boolean => field['x-resource'] !== undefined && !texts(field.type).includes('null')

const isAlwaysThere = (field: unknown): boolean =>
  isRecord(field) && field['x-required-scope'] === undefined && field['x-replaced-without-scope'] === undefined
