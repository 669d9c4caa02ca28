/** Checks what a request brings, against the very schemas that are published. */
import { createRequire } from 'node:module'
import type { Issue } from './errors.ts'
import { FORMATS } from './formats.ts'
import { issuesOf, type Noun } from './issues.ts'
import { type JsonSchema, typesOf } from './json-schema.ts'
import type { Static, TObject } from './kernel.ts'
import { isStorable } from './storable.ts'

export interface Validator<Value> {
  /** The hot path: a compiled check, some hundred nanoseconds to a few microseconds. */
  check(value: unknown): value is Value
  /** Every problem, one for each place; empty exactly when `check` is true. */
  issues(value: unknown): Issue[]
}

/** A validator, compiled when it is first asked. `noun` is what a top-level key is called in messages. */
export function validator<Schema extends TObject>(schema: Schema, noun: Noun = 'field'): Validator<Static<Schema>> {
  let compiled: ReturnType<typeof compile<Schema>> | undefined
  return {
    check(value): value is Static<Schema> {
      compiled ??= compile(schema)
      return compiled.Check(value) && isStorable(value)
    },
    issues: value => issuesOf(schema, value, noun),
  }
}

/** The compiler is loaded with the first check: every start would wait for it. */
const require = createRequire(import.meta.url)

function compile<Schema extends TObject>(schema: Schema) {
  const formats: typeof import('typebox/format') = require('typebox/format')
  const { Compile }: typeof import('typebox/schema') = require('typebox/schema')
  for (const [name, rule] of Object.entries(FORMATS)) formats.Set(name, rule.matches)
  return Compile(schema)
}

/** Plain decimals alone: `1e3`, `0x1`, `01`, `+1`, `.5` and ` 1` stay text, which the validator then refuses. */
const INTEGER = /^-?(?:0|[1-9]\d*)$/
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/

function coerce(types: readonly string[], text: string): unknown {
  if (types.includes('integer') && INTEGER.test(text) && Number.isSafeInteger(Number(text))) return Number(text) + 0
  if (types.includes('number') && NUMBER.test(text)) return Number(text) + 0
  if (types.includes('boolean') && (text === 'true' || text === 'false')) return text === 'true'
  return text
}

function coerceItems(schema: JsonSchema, given: readonly string[]): unknown[] {
  const types = typesOf(schema.items ?? {})
  return given.flatMap(text => text.split(',')).map(text => coerce(types, text))
}

/**
 * Query text as the types that the schema asks for. What does not read as its type stays text, so that the validator
 * says what was expected; arrays take commas and repetition; a scalar given twice is an issue and its first value stands.
 */
export function coerceQuery(
  schema: TObject,
  raw: Readonly<Record<string, string | string[]>>,
): { value: Record<string, unknown>; issues: Issue[] } {
  const issues: Issue[] = []
  const entries = Object.entries(raw).map(([name, given]): [string, unknown] => {
    const all = typeof given === 'string' ? [given] : given
    if (!Object.hasOwn(schema.properties, name)) return [name, all[0]]
    const field: JsonSchema = { ...schema.properties[name] }
    if (typesOf(field).includes('array')) return [name, coerceItems(field, all)]
    if (all.length > 1) issues.push({ path: name, code: 'duplicate', message: 'must be given once' })
    return [name, coerce(typesOf(field), all[0] ?? '')]
  })
  return { value: Object.fromEntries(entries), issues }
}
