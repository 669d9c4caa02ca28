/** The fields of a settings schema: how they are declared, and the rules that no JSON Schema holds. */
import type { Issue } from './errors.ts'
import { Bilingual, Condition, choiceIssues, commonIssues, FieldKey, Options, problem } from './field-rules.ts'
import { described, Nested, OneOf, Optional, Text } from './fields.ts'
import { type Static, Type } from './kernel.ts'
import { type Matches, SETTING_TYPES, valueIssues } from './setting-values.ts'

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

/** Looks only whether a pattern can be read at all, so that a stranger's pattern is never run by a backtracking engine. */
export const readsPattern: Matches = pattern => new RegExp(pattern, 'u') instanceof RegExp

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
