import { useFormats, useTexts } from '../../lib/language-choice.tsx'
import { useDays } from '../../lib/use-time-zone.ts'
import { useMayBook } from '../booking/use-booking.ts'
import { MINUTE_MS } from './axis.ts'
import classes from './day.module.css'
import { dayTexts } from './day-texts.ts'
import { type Grid, instantIn } from './field.ts'
import { placing } from './placing.ts'
import type { Stop } from './stops.ts'

interface FreeTimeProps {
  grid: Grid
  stop: Stop
  names: readonly string[]
  book: (column: number, at: number) => void
}

/** The free time that the arrows have led to. */
export function FreeTime({ grid, stop, names, book }: FreeTimeProps) {
  const t = useTexts(dayTexts)
  const { time } = useFormats()
  const days = useDays()
  const mayBook = useMayBook()
  const { axis, gridMinutes } = grid
  const { column, at } = stop
  const span = { start: at, end: at + gridMinutes * MINUTE_MS }
  const told = mayBook ? t.bookFree : t.free
  return (
    <li className={classes.place} style={placing(axis, span, column)}>
      <button
        type="button"
        className={classes.free}
        data-stop
        aria-label={told(time(instantIn(grid, { column, at }, days)), names[column] ?? '')}
        onClick={() => mayBook && book(column, at)}
      />
    </li>
  )
}
