import { typedTime } from '../../lib/typed-time.ts'

/** A part of a day as it is typed. */
export interface SpanDraft {
  from: string
  until: string
}

/** A day of the week as it is typed: whether it is open, from when until when, and its breaks. */
export interface DayDraft {
  isOpen: boolean
  opens: string
  closes: string
  breaks: readonly SpanDraft[]
}

export interface WeekSpan {
  weekday: number
  startMinute: number
  endMinute: number
}

interface Week {
  opens: readonly string[]
  closes: readonly string[]
  breaks: readonly WeekSpan[]
}

const DAY_MINUTES = 1_440
const pad = (part: number) => String(part).padStart(2, '0')
/** Minutes after midnight as `09:30`; of the next day likewise. */
const clock = (minutes: number) => `${pad(Math.floor(minutes / 60) % 24)}:${pad(minutes % 60)}`
const WEEKDAYS = [0, 1, 2, 3, 4, 5, 6]

/** Parts of a week, by the day on which they begin. */
export const spansOn = (spans: readonly WeekSpan[]): SpanDraft[][] =>
  WEEKDAYS.map(day =>
    spans
      .filter(({ weekday }) => weekday === day)
      .map(({ startMinute, endMinute }) => ({ from: clock(startMinute), until: clock(endMinute) })),
  )

/** Seven days as they are stored; on closed ones the times of the first that is open are offered. */
export function weekDraft({ opens, closes, breaks }: Week): DayDraft[] {
  const on = spansOn(breaks)
  const usual = opens.findIndex(time => time !== '')
  return WEEKDAYS.map(day => {
    const isOpen = (opens[day] ?? '') !== ''
    const shown = isOpen || usual < 0 ? day : usual
    return { isOpen, opens: opens[shown] ?? '', closes: closes[shown] ?? '', breaks: on[day] ?? [] }
  })
}

/** A time that is none is sent as it was typed, and refused at its place. */
const timeOf = (typed: string) => typedTime(typed) ?? typed.trim()

function minutesOf(typed: string): number {
  const [hours, minutes] = (typedTime(typed) ?? '').split(':').map(Number)
  return hours === undefined || minutes === undefined ? -1 : hours * 60 + minutes
}

/** What ends no later than it begins ends on the next day; a time that is none is below zero, which the contract refuses. */
export const spansOf = (days: readonly (readonly SpanDraft[])[]): WeekSpan[] =>
  days.flatMap((spans, weekday) =>
    spans.map(({ from, until }) => {
      const [startMinute, end] = [minutesOf(from), minutesOf(until)]
      return { weekday, startMinute, endMinute: end >= 0 && end <= startMinute ? end + DAY_MINUTES : end }
    }),
  )

/** Where in the list of all spans those of a day begin. */
export const firstOf = (days: readonly (readonly unknown[])[], day: number): number =>
  days.slice(0, day).reduce((sum, spans) => sum + spans.length, 0)

/** Seven days as they are sent; a closed day has no breaks. */
export function weekOf(days: readonly DayDraft[]): { opens: string[]; closes: string[]; breaks: WeekSpan[] } {
  return {
    opens: days.map(day => (day.isOpen ? timeOf(day.opens) : '')),
    closes: days.map(day => (day.isOpen ? timeOf(day.closes) : '')),
    breaks: spansOf(days.map(day => (day.isOpen ? day.breaks : []))),
  }
}

/** The times of the first open day on all open days. */
export function sameForAll(days: readonly DayDraft[]): DayDraft[] {
  const first = days.find(({ isOpen }) => isOpen)
  return days.map(day => (first && day.isOpen ? { ...first } : day))
}
