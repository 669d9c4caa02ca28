import type { InClinic } from '@clinic/contract/access.ts'
import type { Id } from '@clinic/contract/fields.ts'
import type { Operation, Static, TObject, TSchema } from '@clinic/contract/kernel.ts'
import type { TableRow } from '../db/tables.ts'
import { type Implementation, implement } from './implement.ts'
import { type Filter, type List, type ListSource, listSource } from './list-source.ts'
import { type Listed, type PageQuery, page } from './page.ts'
import type { Presenter } from './presenter.ts'
import { patternOf, textSearch } from './text-search.ts'
import type { RecordTable, Tx } from './tx.ts'
import { type Snake, snake } from './values/spelling.ts'

/** Inputs of lists that are compared with no column. */
const APART = ['cursor', 'limit', 'updatedAfter', 'from', 'to', 'searchTerm'] as const
/** Of these a clinic has many, and of a list few records belong to each. */
const SELECTIVE = ['patientId', 'leadId', 'invoiceId', 'policyId']

type FilterOf<In extends TObject> = Exclude<keyof Static<In>, (typeof APART)[number]>
/** Filters that no column is named after; `id` is that of another record, below whose path the list is. */
type Unnamed<In extends TObject, Row> = {
  [Name in FilterOf<In>]: Snake<Name> extends Exclude<keyof Row, 'id'> ? never : Name
}[FilterOf<In>]
type Details<In extends TObject, Table extends RecordTable> = [Unnamed<In, TableRow<Table>>] extends [never]
  ? [details?: Pick<List, 'windowOn' | 'orderBy'>]
  : [details: Pick<List, 'windowOn' | 'orderBy'> & { filters: Record<Unnamed<In, TableRow<Table>>, Filter> }]

function listOf({ id: name, input }: Operation, table: string, details?: Partial<List>): ListSource<Listed> {
  const columns = Object.keys(input.properties).filter(key => !APART.some(each => each === key))
  const named = columns.map(key => [key, (value: string) => `t.${snake(key)} = ${value}`])
  const filters = { ...Object.fromEntries(named), ...details?.filters }
  return listSource({ name, from: `${table} t`, columns: 't.*', selectiveFilters: SELECTIVE, ...details, filters })
}

/** The list of a table's records. A filter is the column of its name, unless `details` says what it is. */
export const recordList = <In extends TObject, Table extends RecordTable>(
  operation: Operation<In, TSchema, InClinic>,
  table: Table,
  ...[details]: Details<In, Table>
) => listOf(operation, table, details) as ListSource<TableRow<Table>>

/** Pages of a table's records. */
export function listRecords<In extends TObject, Returns extends TSchema, Table extends RecordTable>(
  operation: Operation<In, Returns, InClinic>,
  table: Table,
  present: Presenter<TableRow<Table>, Static<Returns>>,
  ...[details]: Details<In, Table>
): Implementation {
  const source = listOf(operation, table, details)
  const shown = present as Presenter<Listed, Static<Returns>>
  return implement(operation, (tx, query) => page(tx, source, query as PageQuery, shown))
}

/** The same with a search term, which the database's function `recordsLike` looks for. */
export function searchRecords<In extends TObject, Returns extends TSchema, Table extends RecordTable>(
  operation: Operation<In, Returns, InClinic>,
  table: Table,
  recordsLike: string,
  present: Presenter<TableRow<Table>, Static<Returns>>,
): Implementation {
  const { find, ...search } = textSearch(recordsLike)
  const source = listOf(operation, table, search)
  const shown = present as Presenter<Listed, Static<Returns>>
  return implement(operation, async (tx, input) => {
    const query = input as PageQuery & { searchTerm?: string }
    const found = await find(tx, patternOf(query.searchTerm), query.updatedAfter !== undefined)
    return page(tx, source, { ...query, ...found }, shown)
  })
}

/** A table's record by its id, or 404. */
export const getRecord = <Returns extends TSchema, Table extends RecordTable>(
  operation: Operation<TObject<{ id: typeof Id }>, Returns, InClinic>,
  table: Table,
  present: Presenter<TableRow<Table>, Static<Returns>>,
): Implementation => implement(operation, async (tx, { id }) => ({ data: present(await tx.get(table, id), tx.clinic) }))

/** What a use-case answers, presented. */
export const presented =
  <Input extends unknown[], Row, Shown>(
    useCase: (tx: Tx, ...input: Input) => Promise<Row>,
    present: Presenter<Row, Shown>,
  ) =>
  async (tx: Tx, ...input: Input) => ({ data: present(await useCase(tx, ...input), tx.clinic) })
