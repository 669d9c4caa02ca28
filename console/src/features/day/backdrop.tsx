import { useTexts } from '../../lib/language-choice.tsx'
import { plainName } from '../../ui/isolated.tsx'
import { useDrawer } from '../../ui/url-drawer.tsx'
import { gapsOf, MINUTE_MS } from './axis.ts'
import { blockTexts } from './block-texts.ts'
import classes from './day.module.css'
import { dayTexts } from './day-texts.ts'
import type { Drawn, Grid } from './field.ts'
import { placing } from './placing.ts'

interface BackdropProps {
  grid: Grid
  names: readonly string[]
  /** Where the line of now is drawn; nowhere on another day. */
  now: string | undefined
  onPoint: (at: { clientX: number; clientY: number }) => void
}

/** What lies below the visits: when nothing is booked, who is away and why, and what time it is. */
export function Backdrop({ grid, names, now, onPoint }: BackdropProps) {
  const { drawn } = grid
  return (
    // What a click does here, Enter does at the free time that arrows lead to.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    <div className={classes.backdrop} onClick={onPoint}>
      {drawn.map((one, column) => (
        <ColumnBackdrop key={one.key} drawn={one} {...{ grid, column }} name={names[column] ?? ''} />
      ))}
      {now !== undefined && <NowLine grid={grid} now={now} />}
    </div>
  )
}

interface ColumnProps {
  drawn: Drawn
  grid: Grid
  column: number
  /** How the column is called. */
  name: string
}

function ColumnBackdrop({ drawn: { working, away }, grid, column, name }: ColumnProps) {
  const { axis } = grid
  return (
    <>
      <span className={classes.column} style={{ gridColumn: column + 1 }} />
      {gapsOf(axis, working).map(gap => (
        <span key={gap.start} className={classes.closed} style={placing(axis, gap, column)} />
      ))}
      {away.map(block => (
        <Away key={block.id} {...{ block, grid, column, name }} />
      ))}
    </>
  )
}

/** What it was blocked for; a press shows it. */
function Away({ block, grid, column, name }: Omit<ColumnProps, 'drawn'> & { block: Drawn['away'][number] }) {
  const t = useTexts(dayTexts)
  const { openBlock } = useTexts(blockTexts)
  const { open } = useDrawer()
  const style = placing(grid.axis, block, column)
  if (!style) return null
  return (
    <button
      type="button"
      className={classes.away}
      style={style}
      aria-label={openBlock([t.away[block.kind], ...(block.note === null ? [] : [block.note])].join(' '), name)}
      onClick={event => {
        event.stopPropagation()
        open(block.id)
      }}
    >
      <span>{t.away[block.kind]}</span>
      {block.note !== null && <bdi>{plainName(block.note)}</bdi>}
    </button>
  )
}

/** Over all columns of the day; in a week over that of today. */
function NowLine({ grid: { axis, drawn, columns }, now }: { grid: Grid; now: string }) {
  const at = Date.parse(now)
  const isWeek = new Set(drawn.map(({ column }) => column.date)).size > 1
  const style = isWeek ? undefined : placing(axis, { start: at, end: at + MINUTE_MS }, 0)
  return style && <span className={classes.now} style={{ ...style, gridColumn: `1 / span ${columns}` }} />
}
