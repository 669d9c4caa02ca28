import { type Axis, MINUTE_MS, type Span } from './axis.ts'

/** Where a card is or would be put: which column, from when to when. */
export interface Place extends Span {
  readonly column: number
}

interface Bounds {
  readonly axis: Axis
  readonly gridMinutes: number
  readonly columns: number
}

/** The same length, so many columns and steps further, as far as the day goes. */
export function movedBy(
  place: Place,
  { columns = 0, steps = 0 },
  { axis, gridMinutes, columns: count }: Bounds,
): Place {
  const length = place.end - place.start
  const start = place.start + steps * gridMinutes * MINUTE_MS
  const isOut = start < axis.day.start || start + length > axis.day.end
  const column = Math.min(count - 1, Math.max(0, place.column + columns))
  return isOut ? { ...place, column } : { column, start, end: start + length }
}

/** Longer or shorter by so many steps: never shorter than one, never past the day, never longer than twelve hours. */
export function lengthenedBy(place: Place, steps: number, { axis, gridMinutes }: Bounds): Place {
  const step = gridMinutes * MINUTE_MS
  const longest = Math.min(axis.day.end, place.start + LONGEST_MS)
  const end = Math.max(
    Math.min(place.end + steps * step, longest),
    place.start + Math.min(step, place.end - place.start),
  )
  return { ...place, end }
}
/** What a visit may last at most. */
const LONGEST_MS = 12 * 60 * MINUTE_MS

export const isSamePlace = (one: Place, other: Place): boolean =>
  one.column === other.column && one.start === other.start && one.end === other.end
