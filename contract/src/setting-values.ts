/** Which values the fields of a settings schema take, and which of them are shown: what a form of them needs as well. */
import type { Issue } from './errors.ts'
import { issuesOf } from './issues.ts'
import type { JsonSchema } from './json-schema.ts'

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

export type SettingType = (typeof SETTING_TYPES)[number]

/** What a field says of its value. */
interface ValueField {
  readonly type: SettingType
  readonly required?: boolean
  readonly min?: number
  readonly max?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly options?: readonly { readonly value: string }[]
}

interface Conditional {
  readonly key: string
  readonly visibleWhen?: { readonly key: string; readonly equals: unknown }
}

/** Those that are shown with these values, in their order: one that depends on another is not shown without it. */
export function visibleFields<Field extends Conditional>(
  fields: readonly Field[],
  read: (field: Field) => unknown,
): Field[] {
  const shown = new Map<string, unknown>()
  return fields.filter(field => {
    const { key, visibleWhen } = field
    if (visibleWhen && !(shown.has(visibleWhen.key) && shown.get(visibleWhen.key) === visibleWhen.equals)) return false
    shown.set(key, read(field))
    return true
  })
}

/** Searches a text for a pattern; throws on a pattern it does not support. The server passes an engine with linear time. */
export type Matches = (pattern: string, text: string) => boolean

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
export function valueSchema(field: ValueField): JsonSchema {
  const { min: minimum, max: maximum, minLength = 1, maxLength = 2000, options = [] } = field
  const choice = { type: 'string', enum: options.map(option => option.value) }
  const schemas: Readonly<Record<SettingType, JsonSchema>> = {
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
export function valueIssues(field: ValueField, value: unknown, path: string, matches: Matches): Issue[] {
  const issues = issuesOf(valueSchema(field), value).map(issue => ({ ...issue, path: path + issue.path }))
  const { pattern } = field
  if (issues.length > 0 || pattern === undefined || typeof value !== 'string' || matches(pattern, value)) return issues
  return [{ path, code: 'pattern', message: `must match ${pattern}` }]
}
