import { minutesBetween } from '../../lib/clinic-time.ts'
import type { Card, Day } from '../day/card.ts'
import { isExpected, isUnfinished, shownStatus } from '../day/status-rules.ts'

/** The way of a visit through the clinic. */
export const COLUMNS = ['expected', 'checkedIn', 'waiting', 'inChair', 'done'] as const
export type Column = (typeof COLUMNS)[number]

/** In which column a visit stands; in none where it was canceled or missed. */
export function columnOf(card: Card): Column | undefined {
  if (isExpected(card)) return 'expected'
  const by = { CHECKEDIN: 'checkedIn', WAITING: 'waiting', INPROGRESS: 'inChair', COMPLETED: 'done' } as const
  const columns = new Map<string, Column>(Object.entries(by))
  return columns.get(shownStatus(card))
}

/** Who is urgent first, then who was booked first; who is done last stands first there. */
export function sorted(cards: readonly Card[], column: Column): Card[] {
  const start = (one: Card, other: Card) => Date.parse(one.start) - Date.parse(other.start)
  if (column === 'done')
    return cards.toSorted(
      (one, other) => Date.parse(other.finishedAt ?? other.start) - Date.parse(one.finishedAt ?? one.start),
    )
  return cards.toSorted((one, other) => Number(other.urgent) - Number(one.urgent) || start(one, other))
}

/** The cards of each column in their order, and those of none. */
export function columnsOf(cards: readonly Card[]): { columns: Record<Column, Card[]>; rest: Card[] } {
  const of = (column: Column) =>
    sorted(
      cards.filter(card => columnOf(card) === column),
      column,
    )
  return {
    columns: {
      ...{ expected: of('expected'), checkedIn: of('checkedIn'), waiting: of('waiting') },
      ...{ inChair: of('inChair'), done: of('done') },
    },
    rest: cards.filter(card => columnOf(card) === undefined),
  }
}

interface Rules {
  lateAfterMinutes: number
  waitAmberMinutes: number
  waitRedMinutes: number
}

/** How long something has lasted, and whether that is too long. */
export interface Timer {
  kind: 'late' | 'waits' | 'chair'
  minutes: number
  level: 'calm' | 'amber' | 'red'
}

/** What is counted of a visit now: how late the patient is, how long they wait, how long they sit in the chair. */
export function timerOf(card: Card, now: string, rules: Rules): Timer | undefined {
  const column = columnOf(card)
  if (column === 'expected') return lateness(card, now, rules)
  if (column === 'checkedIn' || column === 'waiting') return waiting(card, now, rules)
  if (column !== 'inChair' || card.seatedAt === null) return undefined
  return { kind: 'chair', minutes: passed(card.seatedAt, now), level: 'calm' }
}

const passed = (since: string, now: string): number => Math.max(0, minutesBetween(since, now))

function lateness({ start }: Card, now: string, { lateAfterMinutes }: Rules): Timer | undefined {
  const minutes = minutesBetween(start, now)
  return minutes > 0 && minutes >= lateAfterMinutes ? { kind: 'late', minutes, level: 'amber' } : undefined
}

function waiting({ arrivedAt }: Card, now: string, { waitAmberMinutes, waitRedMinutes }: Rules): Timer | undefined {
  if (arrivedAt === null) return undefined
  const minutes = passed(arrivedAt, now)
  const level = minutes >= waitRedMinutes ? 'red' : minutes >= waitAmberMinutes ? 'amber' : 'calm'
  return { kind: 'waits', minutes, level }
}

/** How many visits still stand open although the branch has closed; none before. */
export function openAfterClosing({ hours, closed, cards }: Day, now: string): number {
  const closing = hours.at(-1)?.end
  const isOver = closing === undefined ? closed !== null : Date.parse(closing) <= Date.parse(now)
  return isOver ? cards.filter(isUnfinished).length : 0
}
