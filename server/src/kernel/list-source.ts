import { type Build, sql } from '../db/statement.ts'

/** How a filter narrows the list: SQL over the row `t` with the placeholder of its value. */
export type Filter = (placeholder: string) => string

/** A list that can be paged. `t` is the row in all SQL. */
export interface List {
  /** The operation's id: cursors are bound to it. */
  name: string
  /** `patient t`, with joins where the columns need them. */
  from: string
  columns: string
  /** Conditions that always hold. */
  where?: string
  /**
   * What the rows belong to, as `e`, where they are indexed by it alone: of each as many are read as a page holds, and the
   * page is made of them. `where` says which are whose.
   */
  ofEach?: string
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
  /** Default order, newest first; by `sort_order` from the first place on. */
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
export type SortKey = 'created_at' | 'updated_at' | 'starts_at' | 'sort_order'

/** What a query asks of time. */
export interface Bounds {
  updatedAfter?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

/** The order follows the bound, so that a page is read off one index however wide the list is. */
export function sortKey({ windowOn, orderBy }: List, { updatedAfter, from, to }: Bounds): SortKey {
  if (updatedAfter) return 'updated_at'
  const ordered = from || to ? (windowOn ?? orderBy) : orderBy
  return ordered ?? 'created_at'
}

/** The statement of a page: $1 is the clinic, $2 how many rows; then the filters by their names, the bounds and the position. */
export function pageText(source: List, names: readonly string[], has: Bounds & { next: boolean }): string {
  const bounded = has.from || has.to || has.updatedAfter
  const isSelective = bounded && names.some(name => source.selectiveFilters?.includes(name))
  // An instant behind a sum is looked for in no index, whatever PostgreSQL believes of the average clinic.
  const at = (column: SortKey) => (isSelective ? `(t.${column} + interval '0')` : `t.${column}`)
  const sorted = sortKey(source, has)
  const key = at(sorted)
  const [order, beyond] = has.updatedAfter || sorted === 'sort_order' ? ['asc', '>'] : ['desc', '<']
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
  const text = `select ${source.columns} from ${source.from} where ${conditions.join(' and ')}
    order by ${key} ${order}, t.id ${order} limit $2`
  if (source.ofEach === undefined) return text
  return `select t.* from ${source.ofEach} cross join lateral (${text}) t where e.company_id = $1
    order by ${key} ${order}, t.id ${order} limit $2`
}
