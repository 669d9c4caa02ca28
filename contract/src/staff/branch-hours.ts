import type { Issue } from '../errors.ts'
import { DateOnly, described, Id, shape, Text } from '../fields.ts'
import { Type } from '../kernel.ts'
import { ClockTimeOrNone, Weekday } from './clock-times.ts'

const MINUTES_PER_DAY = 1_440
const StartMinute = described(
  Type.Integer({ minimum: 0, maximum: MINUTES_PER_DAY - 1 }),
  'In minutes after midnight, on the clocks of the clinic.',
)
const EndMinute = described(
  Type.Integer({ minimum: 1, maximum: 2_160 }),
  'In minutes after the midnight before it begins: above 1440 it runs on into the next day.',
)

/** A part of each week: hours that are worked, or a break. */
export const WeekSpan = shape('weekSpan', { weekday: Weekday, startMinute: StartMinute, endMinute: EndMinute })

const WeekOf = (what: string) => described(Type.Array(ClockTimeOrNone, { minItems: 7, maxItems: 7 }), what)

/** When a branch is open in a week. */
export const weekFields = {
  opens: WeekOf('Seven times from Sunday on, on the clocks of the clinic; an empty text is a closed day.'),
  closes: WeekOf('As opens; a time that is not after the opening one belongs to the next day.'),
  breaks: described(Type.Array(WeekSpan, { maxItems: 14 }), 'When it is closed within these hours.'),
}

export const Holiday = shape('holiday', {
  date: described(DateOnly, 'On the calendar of the clinic.'),
  name: described(Type.String({ maxLength: 80 }), 'What it is called; empty where it has no name.'),
})
export const Holidays = described(Type.Array(Holiday, { maxItems: 100 }), 'Dates on which it is closed.')

/** Weeks in which a branch has other hours than usual, such as Ramadan. */
export const periodFields = {
  name: described(Text(1, 80), 'What it is called.'),
  from: described(DateOnly, 'The first date on which these hours hold.'),
  until: described(DateOnly, 'The last one, at most 61 days later.'),
  ...weekFields,
}
export const Period = shape('branchPeriod', { id: Id, ...periodFields })

type Given = Readonly<Record<string, unknown>>
const given = (value: unknown): Given => (typeof value === 'object' && value !== null ? { ...value } : {})
const listed = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** What is wrong with hours beyond their shape: a day has both times or none, a break ends after it begins. */
export function weekIssues({ opens, closes, breaks }: Given, at = ''): Issue[] {
  const [from, until] = [listed(opens), listed(closes)]
  const half = from.flatMap((open, day) =>
    until.length === 7 && (open === '') !== (until[day] === '')
      ? [{ path: `${at}/closes/${day}`, code: 'half', message: 'must be a time where opens has one, and empty else' }]
      : [],
  )
  return [...half, ...spanIssues(breaks, `${at}/breaks`)]
}

/** Parts of a week end after they begin, and do not overlap. */
export function spanIssues(spans: unknown, at: string): Issue[] {
  const all = listed(spans).map(given)
  return all.flatMap(({ weekday, startMinute, endMinute }, index) => {
    if (!(Number(endMinute) > Number(startMinute)))
      return [{ path: `${at}/${index}/endMinute`, code: 'end_not_after_start', message: 'must be after startMinute' }]
    const isOver = all
      .slice(0, index)
      .some(
        other =>
          other.weekday === weekday &&
          Number(other.startMinute) < Number(endMinute) &&
          Number(startMinute) < Number(other.endMinute),
      )
    return isOver ? [{ path: `${at}/${index}`, code: 'overlap', message: 'must not overlap another of the day' }] : []
  })
}

const DAY_MS = 86_400_000
const LONGEST_DAYS = 61

/** Periods last from their first date to their last, and hold no date twice. */
export function periodIssues(periods: unknown): Issue[] {
  const all = listed(periods).map(given)
  return all.flatMap((period, index) => {
    const at = `/periods/${index}`
    const days = (Date.parse(String(period.until)) - Date.parse(String(period.from))) / DAY_MS
    if (days < 0) return [{ path: `${at}/until`, code: 'before_from', message: 'must not be before from' }]
    if (days > LONGEST_DAYS)
      return [{ path: `${at}/until`, code: 'too_long', message: `must be at most ${LONGEST_DAYS} days after from` }]
    const isOver = all
      .slice(0, index)
      .some(other => String(other.from) <= String(period.until) && String(period.from) <= String(other.until))
    const overlap = { path: `${at}/from`, code: 'overlap', message: 'must not lie in another period' }
    return [...(isOver ? [overlap] : []), ...weekIssues(period, at)]
  })
}

/** A date is a holiday once. */
export function holidayIssues(holidays: unknown): Issue[] {
  const dates = listed(holidays).map(one => given(one).date)
  return dates.flatMap((date, index) =>
    dates.indexOf(date) === index
      ? []
      : [{ path: `/holidays/${index}/date`, code: 'duplicate', message: 'must not be there twice' }],
  )
}
