import { createHash } from 'node:crypto'
import { channel } from 'node:diagnostics_channel'

/** A statement with its values. Every distinct text has a name, so that PostgreSQL prepares it once per connection. */
export interface Statement<Row = unknown> {
  name: string
  text: string
  values: readonly unknown[]
  /** Never set: it carries the type of the rows to where they are read. */
  readonly row?: Row
}

/** Makes a statement of its values. */
export type Build<Row = Record<string, unknown>> = (values: readonly unknown[]) => Statement<Row>

const names = new Map<string, string>()

/** The stable name of a statement's text. Texts come from code, never from data, so their number is bounded. */
export function nameOf(text: string): string {
  const known = names.get(text)
  if (known) return known
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 20)
  names.set(text, name)
  return name
}

/** Where the text of every statement is told when it is written: a test has PostgreSQL describe them all. */
export const WRITTEN = channel('clinic.statement')

/**
 * A statement: `sql<{ name: string }>('select name from branch where id = $1')([id])`. What the code says of its rows is
 * compared with what PostgreSQL says (`server/test/statements`).
 */
export function sql<Row = Record<string, unknown>>(text: string): Build<NoInfer<Row>> {
  const name = nameOf(text)
  if (WRITTEN.hasSubscribers) WRITTEN.publish(text)
  return values => ({ name, text, values })
}
