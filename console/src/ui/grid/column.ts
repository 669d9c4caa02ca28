import type { ReactNode } from 'react'

/** One column of a grid; the first names the row and opens it. */
export interface Column<Row> {
  readonly key: string
  readonly title: string
  readonly cell: (row: Row) => ReactNode
  /** What it is sorted by; a column without it cannot be. */
  readonly by?: (row: Row) => string | number
  /** What can be done with a row: it says itself what it is, so that the title is for those who do not see it. */
  readonly isDeed?: true
}

/** As it stands in the address: the key of the column, with a `-` before it where the last comes first. */
export function sorted<Row>(rows: readonly Row[], columns: readonly Column<Row>[], sort: string): readonly Row[] {
  const by = columns.find(({ key }) => key === sort.replace(/^-/, ''))?.by
  if (!by) return rows
  const order = (one: string | number, other: string | number): number =>
    typeof one === 'number' && typeof other === 'number'
      ? one - other
      : String(one).localeCompare(String(other), undefined, { numeric: true })
  const ascending = rows.toSorted((one, other) => order(by(one), by(other)))
  return sort.startsWith('-') ? ascending.toReversed() : ascending
}

/** What the title of a column makes of the sort: up, then down, then as the rows come. */
export const nextSort = (key: string, sort: string): string =>
  sort === key ? `-${key}` : sort === `-${key}` ? '' : key
