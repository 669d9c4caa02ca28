import type { DayColumn } from '@clinic/contract/staff/day.ts'
import type { clinicDays } from '../../lib/clinic-time.ts'
import { axisOf, MINUTE_MS, type Span } from './axis.ts'
import type { Card, Day } from './card.ts'
import type { Field } from './stops.ts'
import type { Place } from './taken.ts'
import type { By } from './use-shown-day.ts'

type Days = ReturnType<typeof clinicDays>

/** A visit at its place in the grid. */
export interface Placed extends Place {
  readonly id: string
  readonly card: Card
}

/** What is drawn of a column, as instants of the axis. */
export interface Drawn {
  readonly key: string
  readonly column: DayColumn
  readonly working: readonly Span[]
  readonly away: readonly (Span & { kind: DayColumn['away'][number]['kind']; note: string | null; id: string })[]
}

export interface Grid extends Field {
  readonly cards: readonly Placed[]
  readonly drawn: readonly Drawn[]
  /** Given up: they hold no time any more. */
  readonly gone: readonly Card[]
}

interface Shown {
  by: By
  isWeek: boolean
  days: Days
  gridMinutes: number
}

const GONE: readonly string[] = ['CANCELED', 'NOSHOW']

/** The grid of a day, or of a week whose days lie upon each other by what the clocks show. */
export function gridOf(day: Day, shown: Shown): Grid {
  const { by, isWeek, days, gridMinutes } = shown
  const first = midnightsOf(days, day.date)
  const at = (iso: string) => (isWeek ? first.start + clockMinutes(days, iso) * MINUTE_MS : Date.parse(iso))
  const spanOf = (one: { start: string; end: string }): Span => {
    const start = at(one.start)
    // What ends at midnight or after it fills its column to the end.
    const end = isWeek && days.of(one.end).day !== days.of(one.start).day ? first.end : at(one.end)
    return { start, end }
  }
  const keyOf = isWeek
    ? ({ start }: Card) => days.of(start).day
    : (card: Card) => (by === 'room' ? (card.room ?? '') : card.doctorId)
  const columnKey = (column: DayColumn) =>
    isWeek ? column.date : by === 'room' ? (column.room ?? '') : (column.doctorId ?? '')
  const order = new Map(day.columns.map((column, index) => [columnKey(column), index]))
  const cards = day.cards.flatMap(card => {
    const column = order.get(keyOf(card))
    return column === undefined || GONE.includes(card.status) ? [] : [{ id: card.id, card, column, ...spanOf(card) }]
  })
  const drawn = day.columns.map(column => ({
    ...{ key: `${columnKey(column)} ${column.date}`, column },
    working: column.working.map(spanOf),
    away: column.away.map(({ blockId, kind, note, ...span }) => ({ id: blockId, kind, note, ...spanOf(span) })),
  }))
  const open = [...(isWeek ? [] : day.hours.map(spanOf)), ...drawn.flatMap(({ working }) => working), ...cards]
  return {
    ...{ axis: axisOf(first, open), gridMinutes, columns: drawn.length, cards, drawn },
    gone: day.cards.filter(({ status }) => GONE.includes(status)),
  }
}

function midnightsOf(days: Days, date: string): Span {
  const start = Date.parse(days.startOf(date) ?? '')
  return { start, end: Date.parse(days.startOf(date, { after: true }) ?? '') }
}

function clockMinutes(days: Days, iso: string): number {
  const [hours = 0, minutes = 0] = days.of(iso).time.split(':').map(Number)
  return hours * 60 + minutes
}

const pad = (part: number) => String(part).padStart(2, '0')

/** The instant that a time of the axis means in a column: in a week, what the clocks show on that day. */
export function instantIn({ axis, drawn }: Grid, { column, at }: { column: number; at: number }, days: Days): string {
  const date = drawn[column]?.column.date
  if (date === undefined || days.startOf(date) === new Date(axis.day.start).toISOString())
    return new Date(at).toISOString()
  const minutes = Math.round((at - axis.day.start) / MINUTE_MS)
  return days.at(date, `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`) ?? new Date(at).toISOString()
}

/** What of a visit a column says: whose, or where. */
export function ofColumn({ drawn }: Grid, column: number, by: By): { doctorId?: string; room?: string | null } {
  const found = drawn[column]?.column
  if (!found) return {}
  return by === 'room' ? { room: found.room } : found.doctorId === null ? {} : { doctorId: found.doctorId }
}
