import { type Axis, MINUTE_MS, onGridBefore, overlaps, type Span } from './axis.ts'

/** What the arrows lead to: a card, or the time of a column where there is none. `at` is the time that they keep to. */
export interface Stop {
  readonly column: number
  readonly at: number
  readonly card?: string
}

interface StopCard extends Span {
  readonly id: string
  readonly column: number
}

export interface Field {
  readonly axis: Axis
  readonly gridMinutes: number
  readonly columns: number
  readonly cards: readonly StopCard[]
}

interface Place extends Span {
  readonly stop: Stop
}

/** All stops of a column from top to bottom: every card, and every step of the grid that none of them reaches into. */
export function stopsOf({ axis, gridMinutes, cards }: Field, column: number): Stop[] {
  return placesOf({ axis, gridMinutes, cards }, column).map(({ stop }) => stop)
}

function placesOf({ axis, gridMinutes, cards }: Omit<Field, 'columns'>, column: number): Place[] {
  const own = cards.filter(card => card.column === column && overlaps(card, { start: axis.from, end: axis.to }))
  const taken = own.map(({ id, start, end }) => ({ start, end, stop: { column, at: start, card: id } }))
  const step = gridMinutes * MINUTE_MS
  const free: Place[] = []
  for (let at = onGridBefore(axis, gridMinutes, axis.from); at < axis.to; at += step) {
    const slot = { start: at, end: at + step }
    if (at >= axis.from && !own.some(card => overlaps(card, slot))) free.push({ ...slot, stop: { column, at } })
  }
  return [...taken, ...free].sort((one, other) => one.start - other.start || one.end - other.end)
}

const isSame = (one: Stop, other: Stop): boolean =>
  one.card === undefined ? other.card === undefined && one.at === other.at : one.card === other.card

/** The stop of a column at this time, or the one that is nearest to it. */
export function stopAt(field: Field, column: number, at: number): Stop | undefined {
  const places = placesOf(field, column)
  const distance = ({ start, end }: Span) => (at < start ? start - at : at >= end ? at - end + 1 : 0)
  const [nearest] = places.toSorted((one, other) => distance(one) - distance(other))
  return nearest && { ...nearest.stop, at }
}

/** The stop so many further down the column. */
export function stopBelow(field: Field, from: Stop, by: number): Stop {
  const stops = stopsOf(field, from.column)
  const found = stops.findIndex(stop => isSame(stop, from))
  const here = found === -1 ? stops.findIndex(({ at }) => at >= from.at) : found
  return stops[Math.min(Math.max(here + by, 0), stops.length - 1)] ?? from
}

/** The stop at the same time, so many columns on in the order of reading; columns that have none are passed over. */
export function stopBeside(field: Field, from: Stop, by: number): Stop {
  const column = from.column + by
  if (column < 0 || column >= field.columns) return from
  return stopAt(field, column, from.at) ?? stopBeside(field, { ...from, column }, by)
}
