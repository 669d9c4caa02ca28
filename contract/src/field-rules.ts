/** What the fields of a settings schema and the questions of a form have in common: their parts, and rules that no schema holds. */
import type { Issue } from './errors.ts'
import { Nested, Optional, Text } from './fields.ts'
import { Type } from './kernel.ts'

export const FieldKey = Type.String({
  pattern: '^[a-z][A-Za-z0-9_]{0,63}$',
  'x-expects': 'a small letter followed by up to 63 letters, digits or underscores',
})

/** A text in English and, where it was translated, in Arabic. */
export const Bilingual = (maxLength: number) => Nested({ en: Text(1, maxLength), ar: Optional(Text(1, maxLength)) })

/** What an earlier field must have been given. */
export const Condition = (description: string) =>
  Type.Object(
    { key: FieldKey, equals: Type.Union([Type.String(), Type.Number(), Type.Boolean()]) },
    { additionalProperties: false, description },
  )

/** What can be chosen, with labels of up to this length. */
export const Options = (longestLabel: number) =>
  Type.Array(Nested({ value: Text(1, 100), label: Bilingual(longestLabel) }), {
    minItems: 1,
    maxItems: 100,
    description: 'For select and multiselect.',
  })

interface Field {
  readonly key: string
  readonly type: string
  readonly min?: number
  readonly max?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly options?: readonly { readonly value: string }[]
}

/** Which types of fields a keyword is for. */
type Applies = Readonly<Record<string, readonly string[]>>

export const problem = (path: string, code: string, message: string): Issue[] => [{ path, code, message }]

/** What is wrong with the key, with keywords that are not for its type, and with bounds the wrong way round. */
export function commonIssues(field: Field, earlier: ReadonlyMap<string, Field>, applies: Applies): Issue[] {
  const { key, type, min = -Infinity, max = Infinity, minLength = 0, maxLength = Infinity } = field
  return [
    ...(earlier.has(key) ? problem('/key', 'not_unique', 'repeats an earlier key') : []),
    ...Object.entries(applies).flatMap(([keyword, types]) =>
      keyword in field && !types.includes(type)
        ? problem(`/${keyword}`, 'unknown_key', `is only for fields of type ${types.join(' and ')}`)
        : [],
    ),
    ...(min > max ? problem('/max', 'too_small', 'must not be less than min') : []),
    ...(minLength > maxLength ? problem('/maxLength', 'too_small', 'must not be less than minLength') : []),
  ]
}

/** What is wrong with the options: they are missing, or two are the same. */
export function choiceIssues({ type, options }: Field, applies: Applies): Issue[] {
  if (!options) return applies.options?.includes(type) ? problem('/options', 'required', 'is required') : []
  const values = options.map(({ value }) => value)
  return values.flatMap((value, index) =>
    values.indexOf(value) < index ? problem(`/options/${index}/value`, 'not_unique', 'repeats an earlier value') : [],
  )
}

/** What the rules say of the fields in their order; entries that are no such field are left to the schema. */
export function issuesOfFields<Kind extends { readonly key: string }>(
  entries: readonly unknown[],
  isField: (entry: unknown) => entry is Kind,
  rules: (field: Kind, earlier: ReadonlyMap<string, Kind>) => Issue[],
): Issue[] {
  const earlier = new Map<string, Kind>()
  return entries.flatMap((entry, index) => {
    if (!isField(entry)) return []
    const issues = rules(entry, earlier)
    earlier.set(entry.key, entry)
    return issues.map(issue => ({ ...issue, path: `/${index}${issue.path}` }))
  })
}
