import type { Static, TObject, TSchema } from '@clinic/contract/kernel.ts'
import type { ClinicFacts } from './tx.ts'
import { toMajor } from './values/money.ts'
import { type Snake, snake } from './values/spelling.ts'
import { wordOf } from './values/word-of.ts'

/** A row as the contract shows it. */
export type Presenter<Row, Shown> = (row: Row, clinic: ClinicFacts) => Shown

type Fields<Resource extends TObject> = Omit<Static<Resource>, 'object'>

/** What a column may hold that is shown as `Value`: where that is one of some words, any text, since it is compared. */
type Stored<Value> = Value extends string ? string : Value
type ColumnsFor<Row, Value> = { [Column in keyof Row]: Row[Column] extends Stored<Value> ? Column : never }[keyof Row]

type Source<Row, Value> = ColumnsFor<Row, Value> | Presenter<Row, Value>
/** Fields that the column of their own name fits. */
type Own<Row, Shown> = {
  [Name in keyof Shown]: Snake<Name> extends ColumnsFor<Row, Shown[Name]> ? Name : never
}[keyof Shown]
type Sources<Row, Shown> = { [Name in Own<Row, Shown>]?: Source<Row, Shown[Name]> } & {
  [Name in Exclude<keyof Shown, Own<Row, Shown>>]: Source<Row, Shown[Name]>
}

type Reader = Presenter<Record<string, unknown>, unknown>

/**
 * How rows are shown as a resource. Each declared field is the column of its own name, unless `sources` names another
 * column or says how it follows from the row; a field without such a column does not compile. A column that ends in
 * `_minor` is shown as an amount in the clinic's currency. A field of some words throws RangeError for any other word.
 */
export function presenter<Row, Resource extends TObject>(
  resource: Resource,
  ...[sources]: Record<never, never> extends Sources<Row, Fields<Resource>>
    ? [sources?: Sources<Row, Fields<Resource>>]
    : [sources: Sources<Row, Fields<Resource>>]
): Presenter<Row, Static<Resource>> {
  const told = (sources ?? {}) as Record<string, string | Reader>
  const readers: Record<string, Reader> = {}
  const fields = Object.entries<TSchema>(resource.properties).map(([name, field]) => {
    const source = told[name] ?? snake(name)
    const reader = readerOf(field, source)
    if (reader) readers[name] = reader
    return `${name}: ${reader ? `readers.${name}(row, clinic)` : `row.${source}`}`
  })
  // Rows are shown by the literal that a person would write, compiled once: to set its fields one by one, by names that
  // are not known before, takes ten times as long. It is made of names in our own declarations alone.
  return new Function('readers', `return (row, clinic) => ({ ${fields.join(', ')} })`)(readers)
}

/** What is done to read a field; nothing where it is the column as it is. */
function readerOf(field: { const?: unknown; enum?: readonly string[] }, source: string | Reader): Reader | undefined {
  if ('const' in field) return () => field.const
  if (typeof source === 'function') return source
  if (source.endsWith('_minor'))
    return (row, { currency }) => (row[source] === null ? null : toMajor(Number(row[source]), currency))
  if (field.enum === undefined) return undefined
  const word = wordOf(field.enum)
  return row => word(row[source] as string)
}

/** The columns of fields that are amounts: those of their names in the minor unit. */
export const amounts = <const Names extends readonly string[]>(...names: Names) =>
  Object.fromEntries(names.map(name => [name, `${snake(name)}_minor`])) as {
    [Name in Names[number]]: `${Snake<Name>}_minor`
  }
