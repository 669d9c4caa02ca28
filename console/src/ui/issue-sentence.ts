import type { Issue } from '@clinic/contract/errors.ts'
import type { JsonSchema } from '@clinic/contract/json-schema.ts'
import { useTexts } from '../lib/language-choice.tsx'
import { issueTexts } from './issue-texts.ts'

/** What the schema says of a place, as far as it is known. */
function schemaAt(schema: JsonSchema, path: string): JsonSchema {
  const parts = path.split('/').slice(1)
  return parts.reduce<JsonSchema>((at, part) => at.properties?.[part] ?? at.items ?? {}, schema)
}

/** What a form says at each of its fields, by the bounds of what it sends. */
export function useErrorAt(form: { issueAt(path: string): Issue | undefined }, schema: JsonSchema) {
  const sentence = useIssueSentence()
  return (path: string): string | undefined => {
    const issue = form.issueAt(path)
    return issue && sentence(issue, schema)
  }
}

/** What is wrong with a field, in the reader's language; `schema` has the bounds that the sentence names. */
export function useIssueSentence(): (issue: Issue, schema?: JsonSchema) => string {
  const t = useTexts(issueTexts)
  return ({ code, path }, schema = {}) => {
    const { minLength = 1, maxLength, minimum, maximum, format = '' } = schemaAt(schema, path)
    if (code === 'too_short') return minLength > 1 ? t.too_short(minLength) : t.required
    if (code === 'too_long') return maxLength === undefined ? t.other : t.too_long(maxLength)
    if (code === 'too_small') return minimum === undefined ? t.other : t.too_small(minimum)
    if (code === 'too_large') return maximum === undefined ? t.other : t.too_large(maximum)
    const words = new Map<string, unknown>(Object.entries(t))
    const sentence = words.get(code === 'format' ? format : code)
    return typeof sentence === 'string' ? sentence : t.other
  }
}
