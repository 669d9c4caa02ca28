import { createHash } from 'node:crypto'
import { channel } from 'node:diagnostics_channel'
import { LRUCache } from 'lru-cache'

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

/** The stable name of a statement's text. */
const nameOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 20)

/** As many as a connection keeps prepared, whatever is asked of it. */
export const MOST_PREPARED = 1_000

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

const shapes = new LRUCache<string, Build>({ max: MOST_PREPARED })

/**
 * A statement that follows from what is asked for: which columns change, which filters are given. There are more such
 * shapes than anyone asks for in earnest, so those that were not used for long are forgotten, and written anew.
 */
export function sqlOfShape(shape: string, text: () => string): Build {
  const build = shapes.get(shape) ?? sql(text())
  shapes.set(shape, build)
  return build
}
