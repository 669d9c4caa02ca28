import { createHash } from 'node:crypto'
import type { Compilable } from 'kysely'

/** A statement with its values. Every distinct text has a name, so that PostgreSQL prepares it once per connection. */
export interface Statement {
  name: string
  text: string
  values: readonly unknown[]
}

const names = new Map<string, string>()

/** The stable name of a statement's text. Texts come from code, never from data, so their number is bounded. */
export function nameOf(text: string): string {
  const known = names.get(text)
  if (known) return known
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 20)
  names.set(text, name)
  return name
}

/** A hand-written statement: `sql('select … where id = $1')([id])`. */
export function sql(text: string): (values: readonly unknown[]) => Statement {
  const name = nameOf(text)
  return values => ({ name, text, values })
}

/** The statement of a query builder. */
export function compiled(query: Compilable): Statement {
  const { sql: text, parameters } = query.compile()
  return { name: nameOf(text), text, values: parameters }
}
