/** The fields of a settings schema: how they are declared, which values they take, and the rules that no JSON Schema holds. */
import type { Issue } from './errors.ts'
import { Bilingual, Condition, choiceIssues, commonIssues, FieldKey, Options, problem } from './field-rules.ts'
import { described, Nested, OneOf, Optional, Text } from './fields.ts'
import { issuesOf } from './issues.ts'
import type { JsonSchema } from './json-schema.ts'
import { type Static, Type } from './kernel.ts'

export const SETTING_TYPES = [
  'text',
  'secret',
  'number',
  'integer',
  'boolean',
  'select',
  'multiselect',
  'url',
  'email',
  'phone',
  'date',
  'time',
  'branch',
  'practitioner',
  'messageTemplate',
] as const

const length = Type.Integer({ minimum: 0, maximum: 10_000 })

export const SettingFieldSchema = Nested({
  key: FieldKey,
  type: OneOf(SETTING_TYPES),
  label: Bilingual(80),
  help: Optional(Bilingual(500)),
  required: Optional(Type.Boolean()),
  default: Optional(Type.Unknown({ description: 'A value of the type of the field; not for secrets and records.' })),
  min: Optional(Type.Number({ description: 'For number and integer.' })),
  max: Optional(Type.Number({ description: 'For number and integer.' })),
  minLength: Optional(length),
  maxLength: Optional(length),
  pattern: Optional(described(Text(1, 500), 'RE2 syntax, for text and secret; found anywhere.')),
  options: Optional(Options(80)),
  visibleWhen: Optional(Condition('Shown, and required if it is, only while an earlier field has this value.')),
})

export type SettingField = Static<typeof SettingFieldSchema>

/** Searches a text for a pattern; throws on a pattern it does not support. The server passes an engine with linear time. */
export type Matches = (pattern: string, text: string) => boolean

/** Looks only whether a pattern can be read at all, so that a stranger's pattern is never run by a backtracking engine. */
export const readsPattern: Matches = pattern => new RegExp(pattern, 'u') instanceof RegExp

export const TIME: JsonSchema = {
  type: 'string',
  pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
  'x-expects': 'a time such as 09:30',
}
export const PHONE: JsonSchema = {
  type: 'string',
  pattern: '^\\+?[0-9٠-٩۰-۹][0-9٠-٩۰-۹ _-]{4,22}$',
  'x-expects': 'a phone number such as +966501234567',
}
const RECORD_ID: JsonSchema = { type: 'string', minLength: 1, maxLength: 64 }

/** The JSON Schema of a field's value, all but the pattern. */
export function valueSchema(field: SettingField): JsonSchema {
  const { min: minimum, max: maximum, minLength = 1, maxLength = 2000, options = [] } = field
  const choice = { type: 'string', enum: options.map(option => option.value) }
  const schemas: Readonly<Record<SettingField['type'], JsonSchema>> = {
    text: { type: 'string', minLength, maxLength },
    secret: { type: 'string', minLength, maxLength },
    number: { type: 'number', minimum, maximum },
    integer: { type: 'integer', minimum, maximum },
    boolean: { type: 'boolean' },
    select: choice,
    multiselect: { type: 'array', items: choice, uniqueItems: true, minItems: field.required ? 1 : 0 },
    url: { type: 'string', format: 'uri', maxLength: 1000, pattern: '^https?://', 'x-expects': 'a web address' },
    email: { type: 'string', format: 'email' },
    phone: PHONE,
    date: { type: 'string', format: 'date' },
    time: TIME,
    branch: RECORD_ID,
    practitioner: RECORD_ID,
    messageTemplate: RECORD_ID,
  }
  return schemas[field.type]
}

/** What is wrong with a value given for a field; `path` is the place of the value. */
export function valueIssues(field: SettingField, value: unknown, path: string, matches: Matches): Issue[] {
  const issues = issuesOf(valueSchema(field), value).map(issue => ({ ...issue, path: path + issue.path }))
  const { pattern } = field
  if (issues.length > 0 || pattern === undefined || typeof value !== 'string' || matches(pattern, value)) return issues
  return [{ path, code: 'pattern', message: `must match ${pattern}` }]
}

const APPLIES: Readonly<Record<string, readonly SettingField['type'][]>> = {
  min: ['number', 'integer'],
  max: ['number', 'integer'],
  minLength: ['text', 'secret'],
  maxLength: ['text', 'secret'],
  pattern: ['text', 'secret'],
  options: ['select', 'multiselect'],
}
const WITHOUT_DEFAULT: readonly SettingField['type'][] = ['secret', 'branch', 'practitioner', 'messageTemplate']

function patternIssues({ pattern }: SettingField, matches: Matches): Issue[] {
  if (pattern === undefined) return []
  try {
    matches(pattern, '')
    return []
  } catch {
    return problem('/pattern', 'pattern', 'must be a regular expression in RE2 syntax')
  }
}

function defaultIssues(field: SettingField, matches: Matches): Issue[] {
  if (field.default === undefined) return []
  if (!WITHOUT_DEFAULT.includes(field.type)) return valueIssues(field, field.default, '/default', matches)
  return problem('/default', 'unknown_key', `is not for fields of type ${field.type}`)
}

function conditionIssues({ visibleWhen }: SettingField, earlier: ReadonlyMap<string, SettingField>): Issue[] {
  if (!visibleWhen) return []
  const other = earlier.get(visibleWhen.key)
  if (!other) return problem('/visibleWhen/key', 'enum', 'must be the key of an earlier field')
  if (other.type === 'secret' || other.type === 'multiselect') {
    return problem('/visibleWhen/key', 'enum', 'must not be the key of a secret or multiselect field')
  }
  return valueIssues(other, visibleWhen.equals, '/visibleWhen/equals', () => true)
}

/** What is wrong with a field of the right shape, after the fields before it; paths start at the field. */
export function fieldIssues(
  field: SettingField,
  earlier: ReadonlyMap<string, SettingField>,
  matches: Matches,
): Issue[] {
  const issues = [
    ...commonIssues(field, earlier, APPLIES),
    ...patternIssues(field, matches),
    ...choiceIssues(field, APPLIES),
    ...conditionIssues(field, earlier),
  ]
  return issues.length > 0 ? issues : defaultIssues(field, matches)
}
