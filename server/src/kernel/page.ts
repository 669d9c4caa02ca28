import type { Issue } from '@clinic/contract/errors.ts'
import { type Statement, sqlOfShape } from '../db/statement.ts'
import { refuseInput } from './errors.ts'
import { type Bounds, type List, type ListSource, pageText, type SortKey, sortKey } from './list-source.ts'
import type { Presenter } from './presenter.ts'
import type { Tx } from './tx.ts'

/** One page of a list, as the contract answers it. */
export interface Page<Item> {
  data: Item[]
  hasMore: boolean
  nextCursor: string | null
}

export interface PageQuery extends Bounds {
  cursor?: string
  limit?: number
  [filter: string]: unknown
}

/** Rows have their id and what they are sorted by: created_at, or whatever the source names, and for a delta updated_at. */
export interface Listed extends Partial<Record<SortKey, string | number | null>> {
  id: string
  created_at: string
}

const DEFAULT_LIMIT = 25
const DAY_MS = 86_400_000
const paging = new Set(['cursor', 'limit'])

/**
 * Reads a page, newest first, or with `updatedAfter` oldest change first and only what no transaction under way can
 * overtake. Keyset paging: the cost of a page does not grow with its number.
 */
export function page<Row extends Listed, Item>(
  tx: Tx,
  source: ListSource<Row>,
  query: PageQuery,
  present: Presenter<Row, Item>,
): Promise<Page<Item>> {
  return pageTogether(tx, source, query, async rows => rows.map(row => present(row, tx.clinic)))
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
  const text = () => pageText(source, names, { from, to, updatedAfter, next: position !== undefined })
  return sqlOfShape(`page ${shape}`, text)(values) as Statement<Row>
}

/**
 * Refuses a window of more than `days`, rather than leave out in silence what lies beyond (contract section 2). `from`
 * alone means until now and later; a cursor belongs to a window that was taken when its first page was asked for.
 */
export function requireWindow({ from, to, cursor }: PageQuery, days: number): void {
  if (from === undefined && to !== undefined) refuseInput(missingFrom(days))
  if (from === undefined || (to === undefined && cursor !== undefined)) return
  const end = to === undefined ? Date.now() : Date.parse(to)
  if (end - Date.parse(from) > days * DAY_MS) refuseInput(tooWide(days, to))
}

const missingFrom = (days: number): Issue => ({
  path: 'from',
  code: 'required_with_to',
  message: `is required with to, and at most ${days} days before it`,
})

/** A window that is too wide, and how to ask for it in parts. */
const tooWide = (days: number, to: unknown): Issue => ({
  path: to === undefined ? 'from' : 'to',
  code: 'window_too_wide',
  message: `${to === undefined ? `must be at most ${days} days ago when to is left out` : `must be at most ${days} days after from`}: ask for parts of at most ${days} days, each from where the one before ended`,
})
