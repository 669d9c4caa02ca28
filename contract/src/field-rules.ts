/** What the fields of a settings schema and the questions of a form have in common: the rules that no schema holds. */
import type { Issue } from './errors.ts'

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
