/**
 * Form fields, version 1: the questions of a form in their order, as `currentVersion.schema` holds them. Everything that is
 * needed to draw the form and to check answers is in the field itself; answers are a map from key to value.
 */
import type { Issue } from './errors.ts'
import { OneOf, Optional, Text } from './fields.ts'
import { issuesOf } from './issues.ts'
import { isRecord, type JsonSchema } from './json-schema.ts'
import { type Static, Type } from './kernel.ts'
import { PHONE, TIME } from './setting-fields.ts'
import { TEETH } from './teeth.ts'

/** `section` is a heading that asks nothing; `scale` is a whole number, from 0 to 10 unless min and max say otherwise. */
export const FORM_FIELD_TYPES = [
  'section',
  'text',
  'paragraph',
  'number',
  'integer',
  'boolean',
  'select',
  'multiselect',
  'scale',
  'date',
  'time',
  'email',
  'phone',
  'teeth',
] as const

const closed = { additionalProperties: false } as const
const label = Type.Object({ en: Text(1, 500), ar: Optional(Text(1, 500)) }, closed)
const help = Type.Object({ en: Text(1, 2000), ar: Optional(Text(1, 2000)) }, closed)
const length = Type.Integer({ minimum: 1, maximum: 10_000 })
const key = Type.String({
  pattern: '^[a-z][A-Za-z0-9_]{0,63}$',
  'x-expects': 'a small letter followed by up to 63 letters, digits or underscores',
})
const option = Type.Object({ value: Text(1, 100), label }, closed)
const condition = Type.Object(
  { key, equals: Type.Union([Type.String(), Type.Number(), Type.Boolean()]) },
  { ...closed, description: 'Asked only while an earlier question has this answer, or one of several is it.' },
)

export const FormFieldSchema = Type.Object(
  {
    key,
    type: OneOf(FORM_FIELD_TYPES),
    label,
    help: Optional(help),
    required: Optional(Type.Boolean()),
    min: Optional(Type.Number({ description: 'For number, integer and scale.' })),
    max: Optional(Type.Number({ description: 'For number, integer and scale.' })),
    minLength: Optional(length),
    maxLength: Optional(length),
    options: Optional(Type.Array(option, { minItems: 1, maxItems: 100, description: 'For select and multiselect.' })),
    visibleWhen: Optional(condition),
  },
  closed,
)

export const formFieldsV1 = Type.Array(FormFieldSchema, {
  minItems: 1,
  maxItems: 200,
  title: 'Form fields, version 1',
})

export type FormField = Static<typeof FormFieldSchema>

/** The JSON Schema of an answer to a field. */
export function answerSchema(field: FormField): JsonSchema {
  const { type, required, min: minimum, max: maximum, minLength = 1, options = [] } = field
  const choice = { type: 'string', enum: options.map(({ value }) => value) }
  const atLeast = required ? 1 : 0
  const schemas: Readonly<Record<FormField['type'], JsonSchema>> = {
    section: { type: 'null' },
    text: { type: 'string', minLength, maxLength: field.maxLength ?? 500 },
    paragraph: { type: 'string', minLength, maxLength: field.maxLength ?? 10_000 },
    number: { type: 'number', minimum, maximum },
    integer: { type: 'integer', minimum, maximum },
    boolean: { type: 'boolean' },
    select: choice,
    multiselect: { type: 'array', items: choice, uniqueItems: true, minItems: atLeast },
    scale: { type: 'integer', minimum: minimum ?? 0, maximum: maximum ?? 10 },
    date: { type: 'string', format: 'date' },
    time: TIME,
    email: { type: 'string', format: 'email', maxLength: 254 },
    phone: PHONE,
    teeth: { type: 'array', items: { type: 'integer', enum: TEETH }, uniqueItems: true, minItems: atLeast },
  }
  return schemas[type]
}

const APPLIES: Readonly<Record<string, readonly FormField['type'][]>> = {
  min: ['number', 'integer', 'scale'],
  max: ['number', 'integer', 'scale'],
  minLength: ['text', 'paragraph'],
  maxLength: ['text', 'paragraph'],
  options: ['select', 'multiselect'],
}

type Rule = (field: FormField, earlier: ReadonlyMap<string, FormField>) => Issue[]

const problem = (path: string, code: string, message: string): Issue[] => [{ path, code, message }]

const uniqueKey: Rule = ({ key }, earlier) =>
  earlier.has(key) ? problem('/key', 'not_unique', 'repeats an earlier key') : []

const keywordsFit: Rule = field =>
  Object.entries(APPLIES).flatMap(([keyword, types]) =>
    keyword in field && !types.includes(field.type)
      ? problem(`/${keyword}`, 'unknown_key', `is only for fields of type ${types.join(' and ')}`)
      : [],
  )

const orderedBounds: Rule = ({ min = -Infinity, max = Infinity, minLength = 1, maxLength = Infinity }) => [
  ...(min > max ? problem('/max', 'too_small', 'must not be less than min') : []),
  ...(minLength > maxLength ? problem('/maxLength', 'too_small', 'must not be less than minLength') : []),
]

const choices: Rule = ({ type, options }) => {
  if (!options) return APPLIES.options?.includes(type) ? problem('/options', 'required', 'is required') : []
  const values = options.map(({ value }) => value)
  return values.flatMap((value, index) =>
    values.indexOf(value) < index ? problem(`/options/${index}/value`, 'not_unique', 'repeats an earlier value') : [],
  )
}

const earlierCondition: Rule = ({ visibleWhen }, earlier) => {
  if (!visibleWhen) return []
  const other = earlier.get(visibleWhen.key)
  if (!other || other.type === 'section')
    return problem('/visibleWhen/key', 'enum', 'must be the key of an earlier question')
  const one = answerSchema(other)
  return issuesOf(one.items ?? one, visibleWhen.equals).map(issue => ({ ...issue, path: '/visibleWhen/equals' }))
}

const RULES: readonly Rule[] = [uniqueKey, keywordsFit, orderedBounds, choices, earlierCondition]

const isField = (value: unknown): value is FormField => isRecord(value) && issuesOf(FormFieldSchema, value).length === 0

/** Whether a value is a list of fields that a form may have. */
export const areFormFields = (value: unknown): value is FormField[] => formFieldIssues(value).length === 0

/** All problems of a list of fields. */
export function formFieldIssues(value: unknown): Issue[] {
  const earlier = new Map<string, FormField>()
  const entries: unknown[] = Array.isArray(value) ? value.slice(0, 200) : []
  const broken = entries.flatMap((entry, index) => {
    if (!isField(entry)) return []
    const issues = RULES.flatMap(rule => rule(entry, earlier))
    earlier.set(entry.key, entry)
    return issues.map(issue => ({ ...issue, path: `/${index}${issue.path}` }))
  })
  return [...issuesOf(formFieldsV1, value), ...broken]
}
