import type { Row } from '../driver.ts'
import { pgTypes } from '../types.ts'
import { isSwitchedOff } from './switched-off.ts'

/** What the server says of a column before it sends rows. */
export interface Field {
  name: string
  dataTypeID: number
}

/** Makes rows of the texts that the server sends. */
export interface RowReader {
  width: number
  read(texts: readonly (string | null)[]): Row
}

const ofNothing: RowReader = { width: 0, read: () => ({}) }
const OID_TEXT = 25
const asIs = pgTypes.getTypeParser(OID_TEXT, 'text')
const readers = new Map<string, RowReader>()

type Parsers = readonly ((text: string) => unknown)[]

/**
 * The reader of rows with these columns, made once for all connections. It is compiled, because a row written as one
 * literal is made several times faster than one to which property after property is added. Names come from our own SQL.
 */
export function rowReader(fields: readonly Field[]): RowReader {
  if (fields.length === 0) return ofNothing
  const key = JSON.stringify(fields.map(({ name, dataTypeID }) => [name, dataTypeID]))
  const known = readers.get(key)
  if (known) return known
  const parsers = fields.map(({ dataTypeID }) => pgTypes.getTypeParser(dataTypeID, 'text'))
  const made = { width: fields.length, read: makeReader(fields, parsers) }
  readers.set(key, made)
  return made
}

const makeReader = isSwitchedOff('row-reader') ? columnByColumn : compiled

function compiled(fields: readonly Field[], parsers: Parsers): RowReader['read'] {
  const properties = fields.map(({ name }, i) => {
    const value = parsers[i] === asIs ? `texts[${i}]` : `texts[${i}] === null ? null : parsers[${i}](texts[${i}])`
    return `${JSON.stringify(name)}: ${value}`
  })
  return new Function('parsers', `return texts => ({ ${properties} })`)(parsers)
}

function columnByColumn(fields: readonly Field[], parsers: Parsers): RowReader['read'] {
  const columns = fields.map(({ name }, i) => ({ name, i, parse: parsers[i] ?? String }))
  return texts =>
    Object.fromEntries(columns.map(({ name, i, parse }) => [name, texts[i] == null ? null : parse(texts[i])]))
}
