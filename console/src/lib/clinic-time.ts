import { type Language, localeOf } from './language.ts'

/** The digits that numbers are shown in; what is typed may be either. */
export const DIGITS = ['latn', 'arab'] as const
export type Digits = (typeof DIGITS)[number]

export interface TimeWishes {
  language: Language
  digits: Digits
  /** The zone of the clinic; that of the browser where there is no clinic. */
  timeZone: string | undefined
}

const DATE = { day: 'numeric', month: 'short', year: 'numeric' } as const
const CLOCK = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

/** The only place where instants become words: as the clocks of the clinic show them, wherever the browser is. */
export function clinicTime({ language, digits, timeZone }: TimeWishes) {
  const written = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(localeOf(language), { ...options, timeZone, numberingSystem: digits })
    return (iso: string): string => format.format(new Date(iso))
  }
  return { day: written(DATE), moment: written({ ...DATE, ...CLOCK }), time: written(CLOCK) }
}

/** What the clocks of a zone show at an instant, to compare two. */
const shown = (timeZone: string | undefined, at: Date): string =>
  new Intl.DateTimeFormat('en', { dateStyle: 'short', timeStyle: 'short', timeZone }).format(at)

/** Whether the clocks of the browser and of the clinic differ now. */
export const isElsewhere = (timeZone: string, at = new Date()): boolean => shown(timeZone, at) !== shown(undefined, at)

/** A zone as people call it: `Arabian Time`. */
export function zoneName(language: Language, timeZone: string): string {
  const parts = new Intl.DateTimeFormat(localeOf(language), { timeZone, timeZoneName: 'longGeneric' }).formatToParts()
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}
