/**
 * Form fields, version 1: the questions of a form in their order, as `currentVersion.schema` holds them. Everything that is
 * needed to draw the form and to check answers is in the field itself; answers are a map from key to value.
 */
import type { Issue } from './errors.ts'
import { Bilingual, Condition, FieldKey, Options } from './field-parts.ts'
import { choiceIssues, commonIssues, issuesOfFields, problem } from './field-rules.ts'
import { Nested, OneOf, Optional } from './fields.ts'
import { issuesOf } from './issues.ts'
import { isRecord, type JsonSchema } from './json-schema.ts'
import { type Static, Type } from './kernel.ts'
import { PHONE, TIME } from './setting-values.ts'
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

const length = Type.Integer({ minimum: 1, maximum: 10_000 })

export const FormFieldSchema = Nested({
  key: FieldKey,
  type: OneOf(FORM_FIELD_TYPES),
  label: Bilingual(500),
  help: Optional(Bilingual(2000)),
  required: Optional(Type.Boolean()),
  min: Optional(Type.Number({ description: 'For number, integer and scale.' })),
  max: Optional(Type.Number({ description: 'For number, integer and scale.' })),
  minLength: Optional(length),
  maxLength: Optional(length),
  options: Optional(Options(500)),
  visibleWhen: Optional(Condition('Asked only while an earlier question has this answer, or one of several is it.')),
})

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

function conditionIssues({ visibleWhen }: FormField, earlier: ReadonlyMap<string, FormField>): Issue[] {
  if (!visibleWhen) return []
  const other = earlier.get(visibleWhen.key)
  if (!other || other.type === 'section')
    return problem('/visibleWhen/key', 'enum', 'must be the key of an earlier question')
  const one = answerSchema(other)
  return issuesOf(one.items ?? one, visibleWhen.equals).map(issue => ({ ...issue, path: '/visibleWhen/equals' }))
}

const isField = (value: unknown): value is FormField => isRecord(value) && issuesOf(FormFieldSchema, value).length === 0

/** Whether a value is a list of fields that a form may have. */
export const areFormFields = (value: unknown): value is FormField[] => formFieldIssues(value).length === 0

/** All problems of a list of fields. */
export function formFieldIssues(value: unknown): Issue[] {
  const entries: unknown[] = Array.isArray(value) ? value.slice(0, 200) : []
  const broken = issuesOfFields(entries, isField, (field, earlier) => [
    ...commonIssues(field, earlier, APPLIES),
    ...choiceIssues(field, APPLIES),
    ...conditionIssues(field, earlier),
  ])
  return [...issuesOf(formFieldsV1, value), ...broken]
}
