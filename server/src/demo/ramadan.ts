import type { Shift, WeekShift } from '../domain/scheduling/hours.ts'
import { minuteOf, openedAt } from './clock.ts'
import type { DemoContext } from './context.ts'
import type { BranchPlan, ShiftPlan } from './plan.ts'

const RAMADAN = 9
const [OPENS, CLOSES] = ['10:00', '01:00'] as const
/** Between these it is closed until the fast is broken. */
const [REST, EVENING] = ['16:00', '20:30'] as const
const NOON = minuteOf('13:00')
const PAST_MIDNIGHT = 24 * 60

/** The Ramadan that goes on or comes next, by the calendar of Umm al-Qura. */
export function ramadanAfter(today: string): { from: string; until: string } {
  const { year } = Temporal.PlainDate.from(today).withCalendar('islamic-umalqura')
  const [now, next] = [year, year + 1].map(each => {
    const first = Temporal.PlainDate.from({ year: each, month: RAMADAN, day: 1, calendar: 'islamic-umalqura' })
    const last = first.with({ day: first.daysInMonth })
    return { from: isoDate(first), until: isoDate(last) }
  })
  if (!now || !next) throw new RangeError(`no Ramadan after ${today}`)
  return now.until < today ? next : now
}

const isoDate = (date: Temporal.PlainDate) => date.withCalendar('iso8601').toString()

/** The hours of a branch in Ramadan. */
export function ramadanWeek({ hours }: BranchPlan) {
  const rest = { startMinute: minuteOf(REST), endMinute: minuteOf(EVENING) }
  return {
    opens: hours.map(day => (day ? OPENS : '')),
    closes: hours.map(day => (day ? CLOSES : '')),
    breaks: hours.flatMap((day, weekday): WeekShift[] => (day ? [{ weekday, ...rest }] : [])),
  }
}

/** The period of a branch: it is open until the afternoon, and from the breaking of the fast past midnight. */
export const ramadanRow = (context: DemoContext) => (branch: BranchPlan) => {
  const { from, until } = ramadanAfter(context.today)
  return {
    id: context.id('branch_period', branch.key),
    branch_id: context.id('branch', branch.key),
    name: 'Ramadan',
    first_date: from,
    last_date: until,
    ...ramadanWeek(branch),
    created_at: openedAt(context),
    updated_at: openedAt(context),
  }
}

/** Who works in the morning otherwise works until the afternoon then, the others in the evening. */
export const ramadanShifts = ({ weekdays, times }: ShiftPlan): WeekShift[] =>
  weekdays.flatMap(weekday => times.map(([from]) => ({ weekday, ...(minuteOf(from) < NOON ? DAYTIME : NIGHT) })))

const DAYTIME: Shift = { startMinute: minuteOf(OPENS), endMinute: minuteOf(REST) }
const NIGHT: Shift = { startMinute: minuteOf(EVENING), endMinute: minuteOf(CLOSES) + PAST_MIDNIGHT }
