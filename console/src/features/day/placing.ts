import type { CSSProperties } from 'react'
import { type Axis, linesOf, type Span } from './axis.ts'
import type { Seat } from './seats.ts'

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

/** Beside others that share its time. */
export const seated = ({ seat, seats }: Seat): CSSProperties =>
  seats === 1 ? {} : { marginInlineStart: `${(seat / seats) * 100}%`, width: `${100 / seats}%` }
