import { Checkbox, UnstyledButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { KeyboardEvent, ReactNode } from 'react'
import { useTexts } from '../../lib/language-choice.tsx'
import { useUrlState } from '../../lib/url-state.ts'
import { ui } from '../texts.ts'
import type { Column } from './column.ts'
import classes from './grid.module.css'

export interface GridProps<Row> {
  /** What the rows are, for those who do not see them. */
  label: string
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  idOf: (row: Row) => string
  /** What a row is called, where it is told from the others. */
  nameOf: (row: Row) => string
  /** Where a row leads, or what it opens. */
  href?: (row: Row) => string
  onOpen?: (row: Row) => void
  /** The heading that a row stands under, where there are headings: rows of one come one after another. */
  under?: (row: Row) => string
  /** What can be done with those that are ticked; without it none can be. */
  bulk?: (ticked: readonly Row[]) => ReactNode
  /** The values in the address that narrow the rows down; where they leave none, they can be cleared. */
  filters?: readonly string[]
  /** In place of rows where there is nothing yet. */
  empty: ReactNode
}

/** The ids that are ticked, as they stand in the address. */
export function useTicked() {
  const { read, write } = useUrlState()
  const ids = read('selected').split(',').filter(Boolean)
  return {
    ids,
    tick: (id: string, on: boolean) =>
      write({ selected: (on ? [...ids, id] : ids.filter(one => one !== id)).join(',') }),
    tickAll: (all: readonly string[]) => write({ selected: all.join(',') }),
  }
}

/** The first cell: a link where the row has an address, a button where it opens something beside it. */
export function Opener<Row>({
  row,
  columns,
  href,
  onOpen,
}: Pick<GridProps<Row>, 'columns' | 'href' | 'onOpen'> & { row: Row }) {
  const cell = columns[0]?.cell(row)
  if (href)
    return (
      <Link to={href(row)} className={classes.open} data-row>
        {cell}
      </Link>
    )
  if (onOpen)
    return (
      <UnstyledButton className={classes.open} onClick={() => onOpen(row)} data-row>
        {cell}
      </UnstyledButton>
    )
  return cell
}

/** The rows by their headings, in the order of the rows; all below none where there are none. */
export const headed = <Row,>(rows: readonly Row[], under: GridProps<Row>['under']): [string, readonly Row[]][] => [
  ...Map.groupBy(rows, row => under?.(row) ?? ''),
]

/** Where a row leads nowhere and opens nothing, its tick is what the keys walk to. */
export function Tick<Row>({
  row,
  idOf,
  nameOf,
  href,
  onOpen,
}: Pick<GridProps<Row>, 'idOf' | 'nameOf' | 'href' | 'onOpen'> & { row: Row }) {
  const t = useTexts(ui)
  const { ids, tick } = useTicked()
  return (
    <Checkbox
      aria-label={t.tick(nameOf(row))}
      checked={ids.includes(idOf(row))}
      {...(!href && !onOpen && { 'data-row': true })}
      onChange={event => tick(idOf(row), event.currentTarget.checked)}
    />
  )
}

const STEPS: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: at => at + 1,
  ArrowUp: at => at - 1,
  j: at => at + 1,
  k: at => at - 1,
  Home: () => 0,
  End: (_, last) => last,
}

/** Walks from row to row, whatever language the keyboard writes. */
export function walk(event: KeyboardEvent<HTMLElement>): void {
  const key = /^Key[JK]$/.test(event.code) ? event.code.slice(3).toLowerCase() : event.key
  const step = STEPS[key]
  if (!step || event.ctrlKey || event.metaKey || event.altKey) return
  if (event.target instanceof HTMLInputElement && event.target.type !== 'checkbox') return
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]')]
  const at = rows.findIndex(row => row.closest('tr, li')?.contains(document.activeElement))
  const next = rows[Math.min(Math.max(step(at, rows.length - 1), 0), rows.length - 1)]
  if (!next) return
  event.preventDefault()
  next.focus()
}
