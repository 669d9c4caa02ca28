import { type Axis, MINUTE_MS, onGrid } from './axis.ts'

export type Direction = 'ltr' | 'rtl'

/** Where the body of the grid is in the window, as the browser tells it. */
export interface Box {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** The column under a pointer, counted in the order that the columns are read; the nearest one from outside. */
export function columnAt(x: number, { left, width }: Box, count: number, direction: Direction): number {
  const fromStart = direction === 'ltr' ? x - left : left + width - x
  return Math.min(count - 1, Math.max(0, Math.floor((fromStart / width) * count)))
}

/** The instant at a height of the window, to the millisecond. */
const instantAt = (y: number, { top, height }: Box, { from, to }: Axis): number =>
  from + ((y - top) / height) * (to - from)

/** When something would begin that is held so many milliseconds below its own beginning. */
export function startAt(y: number, box: Box, axis: Axis, { gridMinutes, heldAt }: Held): number {
  const at = onGrid(axis, gridMinutes, instantAt(y, box, axis) - heldAt)
  return Math.min(Math.max(at, axis.day.start), axis.to - gridMinutes * MINUTE_MS)
}

interface Held {
  gridMinutes: number
  heldAt: number
}

/** When something would end whose lower edge is pulled there: never before it has lasted for one step of the grid. */
export function endAt(y: number, box: Box, axis: Axis, { gridMinutes, start }: { gridMinutes: number; start: number }) {
  const at = onGrid(axis, gridMinutes, instantAt(y, box, axis))
  return Math.min(Math.max(at, start + gridMinutes * MINUTE_MS), axis.day.end)
}

/** The keys of left and right lead where they point, in either direction of reading. */
export function columnsBy(key: string, direction: Direction): -1 | 0 | 1 {
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return 0
  return (key === 'ArrowRight') === (direction === 'ltr') ? 1 : -1
}
