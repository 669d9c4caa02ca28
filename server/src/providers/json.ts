/** What comes from outside is looked at, never trusted. */
import { isRecord } from '@clinic/contract/json-schema.ts'

/** Keys, and places in lists, one within the other. */
type Path = readonly (string | number)[]

/** The body as JSON, or undefined where it is none. */
export function jsonOf(body: Buffer | string): unknown {
  try {
    const value: unknown = JSON.parse(body.toString())
    return value
  } catch {
    return undefined
  }
}

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
