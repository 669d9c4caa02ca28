import type { Clinic } from '@clinic/sdk'

const CHANNELS = ['sms', 'whatsapp'] as const
const LANGUAGES = ['en', 'ar', 'both'] as const

/** What the clinic has entered, as the manifest describes it. */
export interface Settings {
  readonly months: number
  readonly channel: (typeof CHANNELS)[number]
  readonly templateId: string | undefined
  /** Of the text message. The page speaks the language of the patient's own phone. */
  readonly language: (typeof LANGUAGES)[number]
  readonly mostPerDay: number
}

const wordOf = <const Word>(words: readonly [Word, ...Word[]], value: unknown): Word =>
  words.find(word => word === value) ?? words[0]
const numberOf = (value: unknown, otherwise: number): number => (typeof value === 'number' ? value : otherwise)

/** Read anew in each round, so that a change needs no restart. */
export async function readSettings(clinic: Clinic): Promise<Settings> {
  const { settings } = await clinic.installation.get()
  return {
    months: numberOf(settings.months, 6),
    channel: wordOf(CHANNELS, settings.channel),
    templateId: typeof settings.template === 'string' ? settings.template : undefined,
    language: wordOf(LANGUAGES, settings.language),
    mostPerDay: numberOf(settings.mostPerDay, 20),
  }
}

/** The same day so many months earlier; the last of the month where that has no such day. */
export function monthsBefore(now: Date, months: number): Date {
  const day = new Date(now)
  day.setUTCMonth(day.getUTCMonth() - months)
  if (day.getUTCDate() !== now.getUTCDate()) day.setUTCDate(0)
  return day
}
