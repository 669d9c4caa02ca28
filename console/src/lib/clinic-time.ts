import type { Clock } from '@clinic/contract/staff/session.ts'
import { kept } from './kept.ts'
import { type Language, localeOf } from './language.ts'

/** The digits that numbers are shown in; what is typed may be either. */
export const DIGITS = ['latn', 'arab'] as const
export type Digits = (typeof DIGITS)[number]

export interface TimeWishes {
  language: Language
  digits: Digits
  /** The zone of the clinic; that of the browser where there is no clinic. */
  timeZone: string | undefined
  /** That of the clinic. */
  clock: Clock
}

const DATE = { day: 'numeric', month: 'short', year: 'numeric' } as const
const CLOCK_OF = {
  24: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  12: { hour: 'numeric', minute: '2-digit', hourCycle: 'h12' },
} as const satisfies Record<Clock, Intl.DateTimeFormatOptions>

/** The only place where instants become words: as the clocks of the clinic show them, wherever the browser is. */
export const clinicTime = kept(writtenBy, (wishes: TimeWishes) => Object.values(wishes).join())

function writtenBy({ language, digits, timeZone, clock }: TimeWishes) {
  const written = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(localeOf(language), { timeZone, ...options, numberingSystem: digits })
    return (iso: string): string => format.format(new Date(iso))
  }
  return {
    day: written(DATE),
    /** A date of the calendar, `2026-11-24`, which is the same wherever one is. */
    date: written({ ...DATE, timeZone: 'UTC' }),
    /** A date of the calendar in a week: `Tue 24 Nov`. */
    weekday: written({ weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' }),
    moment: written({ ...DATE, ...CLOCK_OF[clock] }),
    time: written(CLOCK_OF[clock]),
    /** A time that is offered: near enough to be told by its day of the week. */
    slot: written({ weekday: 'short', day: 'numeric', month: 'short', ...CLOCK_OF[clock] }),
  }
}

const DAY_MS = 86_400_000
const IS_DAY = /^\d{4}-\d{2}-\d{2}$/
const IS_TIME = /^\d{2}:\d{2}$/

/** The instant so many minutes after another. */
export const minutesAfter = (iso: string, minutes: number): string =>
  new Date(Date.parse(iso) + minutes * 60_000).toISOString()

/** The instant so many seconds from now. */
export const secondsAfter = (seconds: number): string => new Date(Date.now() + seconds * 1_000).toISOString()

/** What a clock shows now that showed an instant when it was `seenAt` here. */
export const instantAfter = (iso: string, seenAt: number): string =>
  new Date(Date.parse(iso) + Math.max(0, Date.now() - seenAt)).toISOString()

/** How many seconds lie between two instants, the last one counted whole. */
export const secondsBetween = (from: string, until: string): number =>
  Math.ceil((Date.parse(until) - Date.parse(from)) / 1_000)

/** How many whole minutes lie between two instants. */
export const minutesBetween = (from: string, until: string): number =>
  Math.floor((Date.parse(until) - Date.parse(from)) / 60_000)

const clockOf = kept(
  (timeZone: string | undefined) =>
    new Intl.DateTimeFormat('en', {
      ...{ timeZone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric' },
      ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
    }),
)

/** How far the clocks of a zone are ahead of UTC at an instant. */
function aheadMs(timeZone: string | undefined, at: number): number {
  const parts = clockOf(timeZone).formatToParts(at)
  const of = (wanted: Intl.DateTimeFormatPartTypes) => Number(parts.find(({ type }) => type === wanted)?.value)
  return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second')) - at
}

/** The day so many days before another. */
export const daysBefore = (day: string, days: number): string =>
  new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10)

/** The days of a clinic, as they stand in addresses and fields: `2026-11-24`. */
export function clinicDays(timeZone: string | undefined) {
  return {
    today: (): string => new Date(Date.now() + aheadMs(timeZone, Date.now())).toISOString().slice(0, 10),
    /** The day of an instant, and what the clocks show then. */
    of(iso: string): { day: string; time: string } {
      const at = Date.parse(iso)
      const [day = '', time = ''] = new Date(at + aheadMs(timeZone, at)).toISOString().split('T')
      return { day, time: time.slice(0, 5) }
    },
    /** The instant at which the clocks of a day show a time, `09:30`; none of what is no day or no time. */
    at(day: string, time: string): string | undefined {
      const shown = IS_DAY.test(day) && IS_TIME.test(time) ? Date.parse(`${day}T${time}:00Z`) : Number.NaN
      if (Number.isNaN(shown)) return undefined
      const near = shown - aheadMs(timeZone, shown)
      return new Date(shown - aheadMs(timeZone, near)).toISOString()
    },
    /** The instant at which a day begins; of the day after it where it is the last one of a span. None of what is no day. */
    startOf(day: string, { after = false } = {}): string | undefined {
      const midnight = Date.parse(`${day}T00:00:00Z`) + (after ? DAY_MS : 0)
      if (!IS_DAY.test(day) || Number.isNaN(midnight)) return undefined
      // Clocks may be set forward or back between the two midnights.
      const near = midnight - aheadMs(timeZone, midnight)
      return new Date(midnight - aheadMs(timeZone, near)).toISOString()
    },
  }
}

/** What the clocks of a zone show at an instant, to compare two. */
const shown = (timeZone: string | undefined, at: Date): string =>
  new Intl.DateTimeFormat('en', { dateStyle: 'short', timeStyle: 'short', timeZone }).format(at)

/** Whether the clocks of the browser and of the clinic differ now. */
export const isElsewhere = (timeZone: string, at = new Date()): boolean => shown(timeZone, at) !== shown(undefined, at)

/** A zone as people call it: `Riyadh time`. English has its cities in their ids, Arabic its own words for them. */
export function zoneName(language: Language, timeZone: string): string {
  if (language === 'en') return `${timeZone.slice(timeZone.lastIndexOf('/') + 1).replaceAll('_', ' ')} time`
  const parts = new Intl.DateTimeFormat(localeOf(language), { timeZone, timeZoneName: 'shortGeneric' }).formatToParts()
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}

/** A Sunday. */
const SUNDAY = Date.UTC(2026, 0, 4)

/** What the months of the year are called, January first. */
export function monthNames(language: Language): string[] {
  const { format } = new Intl.DateTimeFormat(localeOf(language), { month: 'long', timeZone: 'UTC' })
  return Array.from({ length: 12 }, (_, month) => format(Date.UTC(2026, month)))
}

/** What the days of the week are called, from Sunday on. */
export function weekdayNames(language: Language): string[] {
  const { format } = new Intl.DateTimeFormat(localeOf(language), { weekday: 'short', timeZone: 'UTC' })
  return Array.from({ length: 7 }, (_, day) => format(SUNDAY + day * DAY_MS))
}
