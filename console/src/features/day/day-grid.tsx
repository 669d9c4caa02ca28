import { useDirection, VisuallyHidden } from '@mantine/core'
import { type KeyboardEvent, useId, useMemo, useRef } from 'react'
import type { Returned } from '../../lib/api.ts'
import { useFormats, useTexts } from '../../lib/language-choice.tsx'
import { useSteady } from '../../lib/use-steady.ts'
import { complain } from '../../ui/toast.ts'
import { useDrawer } from '../../ui/url-drawer.tsx'
import { lineCount } from './axis.ts'
import { Backdrop } from './backdrop.tsx'
import { ColumnHeads } from './column-heads.tsx'
import classes from './day.module.css'
import { dayTexts } from './day-texts.ts'
import type { Grid, Placed } from './field.ts'
import { FreeTime } from './free-time.tsx'
import { GridCard } from './grid-card.tsx'
import { placing, seatsIn } from './placing.ts'
import { Rail } from './rail.tsx'
import { isExpected } from './status-rules.ts'
import { useActs } from './use-acts.ts'
import { mayBlock, useBlock } from './use-block.ts'
import type { Deeds } from './use-deeds.ts'
import { useGridKeys } from './use-grid-keys.ts'
import type { ShownDay } from './use-shown-day.ts'

interface DayGridProps {
  grid: Grid
  shown: ShownDay
  workplace: Returned<'getWorkplace'>
  deeds: Deeds
  /** By the clock of the clinic. */
  now: string
  /** How each column is called, in their order. */
  names: readonly string[]
}

/** The day: columns of doctors, of rooms or of days, and time from top to bottom. */
export function DayGrid(props: DayGridProps) {
  const { grid, shown, workplace, deeds, now, names } = props
  const t = useTexts(dayTexts)
  const [body, help] = [useRef<HTMLDivElement>(null), useId()]
  const { dir: direction } = useDirection()
  const { time } = useFormats()
  const drawer = useDrawer()
  const { openNew } = useBlock(grid)
  const { said, drop, carry, walk, ghost, book, instant } = useActs({ ...props, body, direction })
  const seats = useMemo(() => seatsIn(grid.cards), [grid])
  const { axis } = grid
  const steady = {
    drop: useSteady(drop),
    open: useSteady(drawer.open),
    focus: useSteady(({ id, column, start }: Placed) => walk.stay({ column, at: start, card: id })),
  }
  const isMovable = ({ card }: Placed) => deeds.mayMove(card) && isExpected(card)
  const block = (column: number, at: number) => {
    const place = grid.drawn[column]?.column
    if (place && mayBlock(workplace, place)) openNew(column, instant(column, at))
  }
  useGridKeys({
    ...{ body, grid, deeds },
    block: () => walk.stop && block(walk.stop.column, walk.stop.at),
    take: one => (isMovable(one) ? carry.take(one) : complain(t.notMovable)),
  })
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (carry.press(event) || walk.walk(event)) event.preventDefault()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the visits and times in it
    <div className={classes.frame} onKeyDown={press} style={{ '--columns': grid.columns, '--lines': lineCount(axis) }}>
      <ColumnHeads {...{ names, grid, shown, workplace }} block={column => block(column, walk.stop?.at ?? axis.from)} />
      <Rail axis={axis} />
      <div ref={body} className={classes.body}>
        <Backdrop {...{ grid, names }} now={shown.isToday || shown.isWeek ? now : undefined} onPoint={book.at} />
        <ul className={classes.cards} data-roving aria-label={t.grid} aria-describedby={help}>
          {walk.stop && walk.stop.card === undefined && (
            <FreeTime {...{ grid, names, book: book.stop }} stop={walk.stop} />
          )}
          {grid.cards.map(placed => (
            <GridCard
              key={placed.id}
              {...{ placed, grid, body, workplace, time, ...steady }}
              seat={seats.get(placed.id)}
              over={carry.carried?.id === placed.id ? carry.carried.place : undefined}
              columnName={names[placed.column] ?? ''}
              isStop={walk.stop?.card === placed.id}
              isMovable={isMovable(placed)}
            />
          ))}
        </ul>
        {ghost && <div className={classes.ghost} style={placing(axis, ghost, ghost.column)} aria-hidden />}
      </div>
      <VisuallyHidden id={help}>{t.gridHelp}</VisuallyHidden>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </div>
  )
}
