/** What comes from outside is looked at, never trusted. */
import { isRecord } from '@clinic/contract/json-schema.ts'
import { safeParse } from 'secure-json-parse'

/** Keys, and places in lists, one within the other. */
type Path = readonly (string | number)[]

/** The body as JSON, or nothing where it is none. */
export const jsonOf = (body: Buffer | string): unknown => safeParse(body)

/** What lies at the end of a path; undefined where the path leads nowhere. */
export const valueAt = (value: unknown, ...path: Path): unknown =>
  path.reduce(
    (inner: unknown, key) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined),
    value,
  )

/** The same where it is a text. */
export function textAt(value: unknown, ...path: Path): string | undefined {
  const found = valueAt(value, ...path)
  return typeof found === 'string' ? found : undefined
}

/** The same where it is a list, without what is no object in it. */
export function recordsAt(value: unknown, ...path: Path): Record<string, unknown>[] {
  const found = valueAt(value, ...path)
  return Array.isArray(found) ? found.filter(isRecord) : []
}

/** What each of a provider's words or codes means here, from those that mean the same. */
export const meanings = <Meaning>(
  groups: readonly (readonly [meaning: Meaning, words: readonly unknown[]])[],
): ReadonlyMap<unknown, Meaning> =>
  new Map(groups.flatMap(([meaning, words]) => words.map(word => [word, meaning] as const)))
