/** What is wrong with one value, in words that a stranger understands and that repeat nothing submitted. */
import { FORMATS } from './formats.ts'
import { isRecord, type JsonSchema, typesOf } from './json-schema.ts'
import { isStorableText } from './storable.ts'
import { nearest } from './suggest.ts'

export type IssueCode =
  | 'required'
  | 'unknown_key'
  | 'type'
  | 'format'
  | 'enum'
  | 'too_short'
  | 'too_long'
  | 'too_small'
  | 'too_large'
  | 'pattern'
  | 'too_many'
  | 'too_few'
  | 'too_deep'
  | 'not_unique'
  | 'const'
  | 'duplicate'

export type Problem = readonly [code: IssueCode, message: string]

const WORDS: Readonly<Record<string, string>> = {
  string: 'a string',
  integer: 'an integer',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
  array: 'an array',
  null: 'null',
}

const isType = (type: string, value: unknown): boolean => {
  if (type === 'null') return value === null
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return isRecord(value)
  if (type === 'integer') return Number.isInteger(value)
  if (type === 'number') return Number.isFinite(value)
  return typeof value === type
}

const orList = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`

const count = (amount: number, noun: string): string => `${amount} ${noun}${amount === 1 ? '' : 's'}`

/** What a schema asks for, as the end of a sentence that starts with "must be". */
export function expectation(schema: JsonSchema): string {
  if ('const' in schema) return JSON.stringify(schema.const)
  if (schema.anyOf) return orList(schema.anyOf.map(expectation))
  const format = schema.format === undefined ? undefined : FORMATS[schema.format]
  return orList(typesOf(schema).map(type => (type === 'string' && format ? format.expects : (WORDS[type] ?? type))))
}

const allOf = (words: readonly string[]): string =>
  words.length > 20 ? `${words.slice(0, 20).join(', ')} and ${words.length - 20} more` : words.join(', ')

function enumProblem(schema: JsonSchema, values: readonly unknown[], value: unknown): Problem {
  const words = values.map(String)
  const meant = typeof value === 'string' ? nearest(value, words) : undefined
  const expected = schema['x-expects'] ?? `one of ${allOf(words)}`
  return ['enum', `must be ${expected}${meant === undefined ? '' : `; did you mean ${meant}?`}`]
}

export function textProblem(schema: JsonSchema, text: string): Problem | undefined {
  const { minLength = 0, maxLength = Infinity, pattern, format = '' } = schema
  if (!isStorableText(text)) return ['format', 'must not contain the character U+0000 or half of a surrogate pair']
  const characters = [...text].length
  if (characters < minLength && minLength === 1) return ['too_short', 'must not be empty']
  if (characters < minLength) return ['too_short', `must have at least ${count(minLength, 'character')}`]
  if (characters > maxLength) return ['too_long', `must have at most ${count(maxLength, 'character')}`]
  const rule = FORMATS[format]
  if (rule && !rule.matches(text)) return ['format', `must be ${rule.expects}${plusHint(format, text)}`]
  if (pattern === undefined || new RegExp(pattern, 'u').test(text)) return undefined
  return ['pattern', schema['x-expects'] ? `must be ${schema['x-expects']}` : `must match ${pattern}`]
}

/** A `+` that was not encoded arrives as a space; the commonest reason for a refused date-time in a query. */
const plusHint = (format: string, text: string): string =>
  format === 'date-time' && / \d\d:\d\d$/.test(text) ? '; in a URL, write + as %2B' : ''

export function numberProblem(schema: JsonSchema, value: number): Problem | undefined {
  const { minimum = -Infinity, maximum = Infinity, exclusiveMinimum, exclusiveMaximum } = schema
  if (!Number.isFinite(value)) return ['too_large', 'must be from -1.79e308 to 1.79e308']
  if (value < minimum) return ['too_small', `must be at least ${minimum}`]
  if (value > maximum) return ['too_large', `must be at most ${maximum}`]
  if (exclusiveMinimum !== undefined && value <= exclusiveMinimum)
    return ['too_small', `must be more than ${exclusiveMinimum}`]
  if (exclusiveMaximum !== undefined && value >= exclusiveMaximum)
    return ['too_large', `must be less than ${exclusiveMaximum}`]
  return undefined
}

export function sizeProblem(schema: JsonSchema, size: number, noun: string): Problem | undefined {
  const { minItems = 0 } = schema
  const most = (noun === 'item' ? schema.maxItems : schema.maxProperties) ?? Infinity
  if (noun === 'item' && size < minItems) return ['too_few', `must have at least ${count(minItems, noun)}`]
  return size > most ? ['too_many', `must have at most ${count(most, noun)}`] : undefined
}

/** Whether the value is of the right kind at all; nothing else is worth saying about it when it is not. */
export function kindProblem(schema: JsonSchema, value: unknown): Problem | undefined {
  const types = typesOf(schema)
  if (types.length > 0 && !types.some(type => isType(type, value))) return ['type', `must be ${expectation(schema)}`]
  if ('const' in schema && value !== schema.const) return ['const', `must be ${expectation(schema)}`]
  return schema.enum && !schema.enum.includes(value) ? enumProblem(schema, schema.enum, value) : undefined
}
