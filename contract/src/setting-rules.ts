/** The rules of the fields of a settings schema that no JSON Schema holds. */
import type { Issue } from './errors.ts'
import { choiceIssues, commonIssues, issuesOfFields, problem } from './field-rules.ts'
import { issuesOf } from './issues.ts'
import { isRecord } from './json-schema.ts'
import type { TSchema } from './kernel.ts'
import type { SettingField } from './setting-fields.ts'
import { type Matches, valueIssues } from './setting-values.ts'

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
function fieldIssues(field: SettingField, earlier: ReadonlyMap<string, SettingField>, matches: Matches): Issue[] {
  const issues = [
    ...commonIssues(field, earlier, APPLIES),
    ...patternIssues(field, matches),
    ...choiceIssues(field, APPLIES),
    ...conditionIssues(field, earlier),
  ]
  return issues.length > 0 ? issues : defaultIssues(field, matches)
}

/** The rules over the fields of the shape that the schema of a field says; malformed ones are left to the schema. */
export function settingsIssues(fieldSchema: TSchema, value: unknown, matches: Matches): Issue[] {
  const isField = (field: unknown): field is SettingField => issuesOf(fieldSchema, field).length === 0
  const fields: unknown[] = isRecord(value) && Array.isArray(value.fields) ? value.fields.slice(0, 50) : []
  const issues = issuesOfFields(fields, isField, (field, earlier) => fieldIssues(field, earlier, matches))
  return issues.map(issue => ({ ...issue, path: `/fields${issue.path}` }))
}
