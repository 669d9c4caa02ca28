import { APPOINTMENT_STATUSES } from '@clinic/contract/appointments.ts'
import type { Returned, Static } from '@clinic/contract/kernel.ts'
import { BLOCK_KINDS, DayCard, type getDay } from '@clinic/contract/staff/day.ts'
import type { Away } from '../domain/scheduling/day-branch.ts'
import type { CardRow } from '../domain/scheduling/day-cards.ts'
import { type ColumnOfDay, columnsOfDay } from '../domain/scheduling/day-columns.ts'
import { closedOn, openHours } from '../domain/scheduling/day-hours.ts'
import type { Interval } from '../domain/scheduling/intervals.ts'
import { type Misplaced, misplacedIn } from '../domain/scheduling/misplaced.ts'
import { stampsOf } from '../domain/scheduling/perform-move.ts'
import type { ReadDay } from '../domain/scheduling/read-day.ts'
import { presenter } from '../kernel/presenter.ts'
import type { ClinicFacts } from '../kernel/tx.ts'
import { ageOn } from '../kernel/values/age.ts'
import { fullName } from '../kernel/values/full-name.ts'
import { wordOf } from '../kernel/values/word-of.ts'
import { localDate } from '../kernel/values/zone.ts'

const REMINDED: Readonly<Record<string, DayCard['reminder']>> = {
  PENDING: 'due',
  DISPATCHED: 'due',
  SENT: 'sent',
  FAILED: 'failed',
}
const LABS = ['none', 'late', 'pending', 'received'] as const
const statusOf = wordOf(APPOINTMENT_STATUSES)
const kindOf = wordOf(BLOCK_KINDS)

type Card = CardRow & { misplaced: Misplaced | null; today: string }

/** The move that is held, with all that is known of one. */
const heldOf = ({ held_to, held_at, held_until, held_by_name }: CardRow) =>
  held_to === null || held_at === null || held_until === null
    ? null
    : { to: statusOf(held_to), at: held_at, until: held_until, by: held_by_name ?? '' }

/** A held move counts from when it was made. */
const stamp = (which: 'arrived_at' | 'seated_at' | 'finished_at') => (card: CardRow) => {
  const held = heldOf(card)
  return held ? stampsOf(card, held.to, held.at)[which] : card[which]
}

const presentCard = presenter<Card, typeof DayCard>(DayCard, {
  held: heldOf,
  start: 'starts_at',
  end: 'ends_at',
  name: fullName,
  age: ({ birth_date, today }) => ageOn(today, birth_date),
  arrivedAt: stamp('arrived_at'),
  seatedAt: stamp('seated_at'),
  finishedAt: stamp('finished_at'),
  reminder: ({ reminder_state: state }) => (state === null ? 'none' : (REMINDED[state] ?? 'none')),
  balance: 'owed_minor',
  lab: ({ lab }) => LABS[lab] ?? 'none',
})

/** The cards of what was read. */
export function presentCards(day: ReadDay, clinic: ClinicFacts): Static<typeof DayCard>[] {
  const misplaced = misplacedIn(day, clinic.timeZone)
  const today = localDate(Date.parse(day.now), clinic.timeZone)
  return day.cards.map(card => presentCard({ ...card, misplaced: misplaced(card), today }, clinic))
}

const iso = (instant: number | string) => new Date(instant).toISOString()
const spans = (intervals: readonly Interval[]) =>
  intervals.map(({ start, end }) => ({ start: iso(start), end: iso(end) }))
const awayOf = ({ id, start, end, kind, note }: Away) => ({
  ...{ blockId: id, start: iso(start), end: iso(end), kind: kindOf(kind), note },
})

const columnOf = ({ working, away, ...column }: ColumnOfDay) => ({
  ...column,
  working: spans(working),
  away: away.map(awayOf),
})

/** A branch's day. */
export function presentDay(day: ReadDay, by: 'doctor' | 'room', clinic: ClinicFacts): Returned<typeof getDay> {
  const { timeZone } = clinic
  const { date, days, now, branch } = day
  return {
    date,
    now,
    closed: closedOn(branch, timeZone, date),
    hours: spans(openHours(branch, { timeZone, date, days })),
    columns: columnsOfDay(day, by, timeZone).map(columnOf),
    cards: presentCards(day, clinic),
  }
}
