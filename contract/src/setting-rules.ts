/** The rules of a settings field that no JSON Schema holds. */
import type { Issue } from './errors.ts'
import { choices, keywordsFit, orderedBounds, problem, uniqueKey } from './field-rules.ts'
import { type Matches, type SettingField, valueIssues } from './setting-fields.ts'

const APPLIES: Readonly<Record<string, readonly SettingField['type'][]>> = {
  min: ['number', 'integer'],
  max: ['number', 'integer'],
  minLength: ['text', 'secret'],
  maxLength: ['text', 'secret'],
  pattern: ['text', 'secret'],
  options: ['select', 'multiselect'],
}
const WITHOUT_DEFAULT: readonly SettingField['type'][] = ['secret', 'branch', 'practitioner', 'messageTemplate']

type SettingRule = (field: SettingField, earlier: ReadonlyMap<string, SettingField>, matches: Matches) => Issue[]

const readablePattern: SettingRule = ({ pattern }, _, matches) => {
  if (pattern === undefined) return []
  try {
    matches(pattern, '')
    return []
  } catch {
    return problem('/pattern', 'pattern', 'must be a regular expression in RE2 syntax')
  }
}

const sensibleDefault: SettingRule = (field, _, matches) => {
  if (field.default === undefined) return []
  if (!WITHOUT_DEFAULT.includes(field.type)) return valueIssues(field, field.default, '/default', matches)
  return problem('/default', 'unknown_key', `is not for fields of type ${field.type}`)
}

const earlierCondition: SettingRule = ({ visibleWhen }, earlier) => {
  if (!visibleWhen) return []
  const other = earlier.get(visibleWhen.key)
  if (!other) return problem('/visibleWhen/key', 'enum', 'must be the key of an earlier field')
  if (other.type === 'secret' || other.type === 'multiselect') {
    return problem('/visibleWhen/key', 'enum', 'must not be the key of a secret or multiselect field')
  }
  return valueIssues(other, visibleWhen.equals, '/visibleWhen/equals', () => true)
}

const RULES: readonly SettingRule[] = [
  uniqueKey,
  keywordsFit(APPLIES),
  orderedBounds,
  readablePattern,
  choices(APPLIES),
  earlierCondition,
]

/** What is wrong with a field of the right shape, after the fields before it; paths start at the field. */
export function fieldIssues(
  field: SettingField,
  earlier: ReadonlyMap<string, SettingField>,
  matches: Matches,
): Issue[] {
  const issues = RULES.flatMap(rule => rule(field, earlier, matches))
  return issues.length > 0 ? issues : sensibleDefault(field, earlier, matches)
}
