/** JSON Schema as the type that a person would write for it. */
import { isRecord, type JsonSchema, typesOf } from '@clinic/contract/json-schema.ts'
import { resourceName } from './names.ts'

/** Who sends it: a caller may give a Date for an instant and nothing outside a list of words, a reader meets new words. */
export type Sender = 'caller' | 'service'

const literal = (value: unknown): string =>
  typeof value === 'string' ? `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'` : JSON.stringify(value)

function wordsType(values: readonly unknown[], sender: Sender): string {
  const words = values.filter(value => typeof value === 'string').map(literal)
  const others = values.filter(value => typeof value !== 'string').map(literal)
  const known = words.length > 0 && sender === 'service' ? [`Open<${words.join(' | ')}>`] : words
  return [...known, ...others].join(' | ')
}

function objectType(schema: JsonSchema, sender: Sender): string {
  if (schema.properties) {
    const fields = fieldsOf(schema).map(field => printedField(field, sender))
    return `{\n${fields.join('\n')}\n}`
  }
  const rest = schema.additionalProperties
  return `Record<string, ${isRecord(rest) ? typeOf(rest, sender) : 'unknown'}>`
}

function arrayType({ items = {} }: JsonSchema, sender: Sender): string {
  const item = typeOf(items, sender)
  const wrapped = /[|&\s]/.test(item) && !item.startsWith('{') ? `(${item})` : item
  return sender === 'caller' ? `readonly ${wrapped}[]` : `${wrapped}[]`
}

function plainType(type: string, schema: JsonSchema, sender: Sender): string {
  if (type === 'object') return objectType(schema, sender)
  if (type === 'array') return arrayType(schema, sender)
  if (type === 'string') return sender === 'caller' && schema.format === 'date-time' ? 'Instant' : 'string'
  return type === 'integer' ? 'number' : type
}

/** The type of what the schema takes. */
export function typeOf(schema: JsonSchema, sender: Sender): string {
  if ('$ref' in schema) return resourceName(String(schema.$ref).split('/').at(-1) ?? '')
  if ('const' in schema) return literal(schema.const)
  if (schema.enum) return wordsType(schema.enum, sender)
  if (schema.anyOf) return [...new Set(schema.anyOf.map(branch => typeOf(branch, sender)))].join(' | ')
  const types = typesOf(schema)
  return types.length === 0 ? 'unknown' : types.map(type => plainType(type, schema, sender)).join(' | ')
}

export interface Field {
  readonly name: string
  readonly required: boolean
  readonly schema: JsonSchema
}

export const fieldsOf = ({ properties = {}, required = [] }: JsonSchema): Field[] =>
  Object.entries(properties).map(([name, schema]) => ({ name, required: required.includes(name), schema }))

const told = (text: string): string => text.replaceAll('*/', '*\\/').replaceAll('\n', ' ')

/** A doc comment; nothing where there is nothing to say. */
export function comment(...sentences: readonly (string | undefined)[]): string {
  const lines = sentences.filter(sentence => sentence !== undefined && sentence !== '').map(line => told(line ?? ''))
  if (lines.length === 0) return ''
  return lines.length === 1 ? `/** ${lines[0]} */\n` : `/**\n${lines.map(line => ` * ${line}`).join('\n *\n')}\n */\n`
}

/** A field with its words. What a caller may leave out may be given as undefined, too. */
export function printedField({ name, required, schema }: Field, sender: Sender): string {
  const type = typeOf(schema, sender)
  const optional = required ? `: ${type}` : sender === 'caller' ? `?: ${type} | undefined` : `?: ${type}`
  // What is always the same word says it itself.
  return `${'const' in schema ? '' : comment(schema.description)}${name}${optional}`
}

export const printedInterface = (name: string, words: string | undefined, fields: readonly Field[], sender: Sender) =>
  `${comment(words)}export interface ${name} {\n${fields.map(field => printedField(field, sender)).join('\n')}\n}\n`
