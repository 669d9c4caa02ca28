import type { CSSProperties } from 'react'
import { type Axis, linesOf, type Span } from './axis.ts'
import { seatsOf } from './seats.ts'

/** Where something stands between the lines of the grid, to the minute; nothing of what lies outside. */
export function placing(axis: Axis, span: Span, column: number): CSSProperties | undefined {
  const lines = linesOf(axis, span)
  return (
    lines && {
      gridRow: `${lines.first} / ${lines.last}`,
      gridColumn: column + 1,
      marginBlock: `calc(var(--minute) * ${lines.before}) calc(var(--minute) * ${lines.after})`,
    }
  )
}

/** Of cards that share their time with others: which part of the width each has. */
export function seatsIn(cards: readonly (Span & { id: string; column: number })[]): ReadonlyMap<string, CSSProperties> {
  const seats = seatsOf(cards.map(card => ({ ...card, column: String(card.column) })))
  const beside = [...seats].filter(([, { seats }]) => seats > 1)
  return new Map(
    beside.map(([id, { seat, seats }]) => [
      id,
      { marginInlineStart: `${(seat / seats) * 100}%`, width: `${100 / seats}%` },
    ]),
  )
}
