import { type Build, type Statement, sql } from '../db/statement.ts'
import { refuseInput } from './errors.ts'
import type { Tx } from './tx.ts'

/** One page of a list, as the contract answers it. */
export interface Page<Item> {
  data: Item[]
  hasMore: boolean
  nextCursor: string | null
}

/** How a filter narrows the list: SQL over the row `t` with the placeholder of its value. */
type Filter = (placeholder: string) => string

/** A list that can be paged. `t` is the row in all SQL. */
interface List {
  /** The operation's id: cursors are bound to it. */
  name: string
  /** `patient t`, with joins where the columns need them. */
  from: string
  columns: string
  /** Conditions that always hold. */
  where?: string
  filters?: Record<string, Filter>
  /**
   * Filters that name a record of which a clinic has many, so that few of the list belong to it: these few are read and
   * sorted, and not looked for among all that were changed or made in a span of time.
   */
  selectiveFilters?: readonly string[]
  /** Filters whose values follow from others and from what is stored: a cursor is not bound to them. */
  derived?: readonly string[]
  /** What from and to apply to and, where one is given, what the list is in order of; `created_at` unless told. */
  windowOn?: SortKey
  /** Default order, newest first. */
  orderBy?: SortKey
}

/** A list whose rows are known. Written once per list; statements are built once per shape. */
export interface ListSource<Row = unknown> extends List {
  /** The statement of the first page without filters. */
  readonly firstPage: Build<Row>
}

/** Declares a list. What is claimed of its rows holds for every page of it: filters choose rows, not columns. */
export const listSource = <Claimed>(list: List): ListSource<Claimed> => ({
  ...list,
  firstPage: sql<Claimed>(pageText(list, [], { next: false })),
})

/** Columns that lists are in order of; an index has to lead there. */
type SortKey = 'created_at' | 'updated_at' | 'starts_at'

interface Bounds {
  updatedAfter?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

interface PageQuery extends Bounds {
  cursor?: string
  limit?: number
  [filter: string]: unknown
}

/** Rows have their id and what they are sorted by: created_at, or whatever the source names, and for a delta updated_at. */
interface Listed extends Partial<Record<SortKey, string | null>> {
  id: string
  created_at: string
}

const DEFAULT_LIMIT = 25
const DAY_MS = 86_400_000
const paging = new Set(['cursor', 'limit'])
const shapes = new Map<string, Build>()

/**
 * Reads a page, newest first, or with `updatedAfter` oldest change first and only what no transaction under way can
 * overtake. Keyset paging: the cost of a page does not grow with its number.
 */
export function page<Row extends Listed, Item>(
  tx: Tx,
  source: ListSource<Row>,
  query: PageQuery,
  present: (row: Row) => Item,
): Promise<Page<Item>> {
  return pageTogether(tx, source, query, async rows => rows.map(present))
}

/** The same for rows that are presented together, because what belongs to all of them is read in one statement. */
export async function pageTogether<Row extends Listed, Item>(
  tx: Tx,
  source: ListSource<Row>,
  query: PageQuery,
  present: (rows: Row[]) => Promise<Item[]>,
): Promise<Page<Item>> {
  const { limit = DEFAULT_LIMIT } = query
  const belongsTo = binding(tx, source, query)
  const statement = pageStatement(tx, source, query, belongsTo)
  const rows = await (query.updatedAfter ? tx.delta(statement) : tx.sql(statement))
  const hasMore = rows.length > limit
  if (hasMore) rows.length = limit
  const last = rows.at(-1)
  return {
    data: await present(rows),
    hasMore,
    nextCursor:
      hasMore && last ? tx.cursors.write({ at: String(last[sortKey(source, query)]), id: last.id }, belongsTo) : null,
  }
}

/** The order follows the bound, so that a page is read off one index however wide the list is. */
function sortKey({ windowOn, orderBy }: List, { updatedAfter, from, to }: Bounds): SortKey {
  if (updatedAfter) return 'updated_at'
  const ordered = from || to ? (windowOn ?? orderBy) : orderBy
  return ordered ?? 'created_at'
}

/** What a cursor belongs to: clinic, list and every filter. */
function binding(tx: Tx, source: List, query: PageQuery): string {
  const filters = Object.keys(query)
    .filter(name => !paging.has(name) && !source.derived?.includes(name) && query[name] !== undefined)
    .sort()
    .map(name => `${name}=${JSON.stringify(query[name])}`)
  return [tx.clinic.id, source.name, ...filters].join('\n')
}

function pageStatement<Row>(tx: Tx, source: ListSource<Row>, query: PageQuery, belongsTo: string): Statement<Row> {
  const position = query.cursor === undefined ? undefined : tx.cursors.read(query.cursor, belongsTo)
  const names = Object.keys(source.filters ?? {}).filter(name => query[name] !== undefined)
  const { updatedAfter, from, to, limit = DEFAULT_LIMIT } = query
  const flags = [updatedAfter && 'delta', from && 'from', to && 'to', position && 'next', ...names]
  const values = [tx.clinic.id, limit + 1, ...names.map(name => query[name])]
  for (const bound of [from, to, updatedAfter]) if (bound !== undefined) values.push(bound)
  if (position) values.push(position.at, position.id)
  const shape = `${source.name} ${flags.filter(Boolean).join()}`
  const build =
    shapes.get(shape) ?? sql(pageText(source, names, { from, to, updatedAfter, next: position !== undefined }))
  shapes.set(shape, build)
  return build(values) as Statement<Row>
}

function pageText(source: List, names: readonly string[], has: Bounds & { next: boolean }): string {
  const bounded = has.from || has.to || has.updatedAfter
  const isSelective = bounded && names.some(name => source.selectiveFilters?.includes(name))
  // An instant behind a sum is looked for in no index, whatever PostgreSQL believes of the average clinic.
  const at = (column: SortKey) => (isSelective ? `(t.${column} + interval '0')` : `t.${column}`)
  const key = at(sortKey(source, has))
  const [order, beyond] = has.updatedAfter ? ['asc', '>'] : ['desc', '<']
  let count = 2
  const next = () => `$${++count}`
  const conditions = ['t.company_id = $1', ...(source.where ? [source.where] : [])]
  for (const name of names) conditions.push(source.filters?.[name]?.(next()) ?? 'true')
  const windowOn = at(source.windowOn ?? 'created_at')
  if (has.from) conditions.push(`${windowOn} >= ${next()}`)
  if (has.to) conditions.push(`${windowOn} < ${next()}`)
  if (has.updatedAfter)
    conditions.push(
      `${at('updated_at')} > ${next()}`,
      `${at('updated_at')} < current_setting('app.horizon')::timestamptz`,
    )
  if (has.next) conditions.push(`(${key}, t.id) ${beyond} (${next()}, ${next()})`)
  return `select ${source.columns} from ${source.from} where ${conditions.join(' and ')}
    order by ${key} ${order}, t.id ${order} limit $2`
}

/** One bound alone implies the other `days` away; a wider window is refused (contract section 2). */
export function cappedWindow<Query extends PageQuery>(query: Query, days: number): Query {
  const { from, to } = query
  if (from === undefined && to === undefined) return query
  const span = days * DAY_MS
  if (from === undefined) return { ...query, from: new Date(Date.parse(to ?? '') - span).toISOString() }
  if (to === undefined) return { ...query, to: new Date(Date.parse(from) + span).toISOString() }
  if (Date.parse(to) - Date.parse(from) <= span) return query
  return refuseInput({ path: 'to', code: 'window_too_wide', message: `must be at most ${days} days after from` })
}
