/** The rules of a settings field that no JSON Schema holds. */
import type { Issue } from './errors.ts'
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

type Rule = (field: SettingField, earlier: ReadonlyMap<string, SettingField>, matches: Matches) => Issue[]

const problem = (path: string, code: string, message: string): Issue[] => [{ path, code, message }]

const uniqueKey: Rule = (field, earlier) =>
  earlier.has(field.key) ? problem('/key', 'not_unique', 'repeats an earlier key') : []

const keywordsFit: Rule = field =>
  Object.entries(APPLIES).flatMap(([keyword, types]) =>
    keyword in field && !types.includes(field.type)
      ? problem(`/${keyword}`, 'unknown_key', `is only for fields of type ${types.join(' and ')}`)
      : [],
  )

const orderedBounds: Rule = ({ min = -Infinity, max = Infinity, minLength = 0, maxLength = Infinity }) => [
  ...(min > max ? problem('/max', 'too_small', 'must not be less than min') : []),
  ...(minLength > maxLength ? problem('/maxLength', 'too_small', 'must not be less than minLength') : []),
]

const readablePattern: Rule = ({ pattern }, _, matches) => {
  if (pattern === undefined) return []
  try {
    matches(pattern, '')
    return []
  } catch {
    return problem('/pattern', 'pattern', 'must be a regular expression in RE2 syntax')
  }
}

const choices: Rule = ({ type, options }) => {
  if (!options) return APPLIES.options?.includes(type) ? problem('/options', 'required', 'is required') : []
  const values = options.map(option => option.value)
  return values.flatMap((value, index) =>
    values.indexOf(value) < index ? problem(`/options/${index}/value`, 'not_unique', 'repeats an earlier value') : [],
  )
}

const sensibleDefault: Rule = (field, _, matches) => {
  if (field.default === undefined) return []
  if (!WITHOUT_DEFAULT.includes(field.type)) return valueIssues(field, field.default, '/default', matches)
  return problem('/default', 'unknown_key', `is not for fields of type ${field.type}`)
}

const earlierCondition: Rule = ({ visibleWhen }, earlier) => {
  if (!visibleWhen) return []
  const other = earlier.get(visibleWhen.key)
  if (!other) return problem('/visibleWhen/key', 'enum', 'must be the key of an earlier field')
  if (other.type === 'secret' || other.type === 'multiselect') {
    return problem('/visibleWhen/key', 'enum', 'must not be the key of a secret or multiselect field')
  }
  return valueIssues(other, visibleWhen.equals, '/visibleWhen/equals', () => true)
}

const RULES: readonly Rule[] = [uniqueKey, keywordsFit, orderedBounds, readablePattern, choices, earlierCondition]

/** What is wrong with a field of the right shape, after the fields before it; paths start at the field. */
export function fieldIssues(
  field: SettingField,
  earlier: ReadonlyMap<string, SettingField>,
  matches: Matches,
): Issue[] {
  const issues = RULES.flatMap(rule => rule(field, earlier, matches))
  return issues.length > 0 ? issues : sensibleDefault(field, earlier, matches)
}
