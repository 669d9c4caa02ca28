import type { ReminderVariable } from '@clinic/contract/staff/reminders.ts'
import type { RuleRow } from './rules.ts'

export type Language = 'en' | 'ar'

/** A visit that is to be reminded of, with all that may be said of it. */
export interface RemindedVisit {
  id: string
  starts_at: string
  patient_id: string
  first_name: string
  last_name: string | null
  /** The patient's; null where it is as the clinic's. */
  language: string | null
  phone: string | null
  email: string | null
  doctor_name: string
  doctor_name_ar: string | null
  branch_name: string
  branch_name_ar: string | null
  branch_phones: string[]
}

/** In which language the patient is written to: theirs, else the clinic's. */
export const languageOf = (visit: RemindedVisit, locale: string): Language =>
  (visit.language ?? locale).startsWith('ar') ? 'ar' : 'en'

const LOCALES = { en: 'en-GB', ar: 'ar-SA-u-ca-gregory-nu-latn' } as const

/** What each word stands for, as the patient reads it. */
export function valuesOf(
  visit: RemindedVisit,
  { language, timeZone, link }: { language: Language; timeZone: string; link: string },
): Record<ReminderVariable, string> {
  const written = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(LOCALES[language], { timeZone, ...options }).format(new Date(visit.starts_at))
  const isArabic = language === 'ar'
  return {
    patient: visit.first_name,
    doctor: (isArabic ? visit.doctor_name_ar : null) ?? visit.doctor_name,
    branch: (isArabic ? visit.branch_name_ar : null) ?? visit.branch_name,
    date: written({ weekday: 'long', day: 'numeric', month: 'long' }),
    time: written({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
    phone: visit.branch_phones[0] ?? '',
    link,
  }
}

const PLACEHOLDER = /\{\{\s*([a-z]+)\s*\}\}/g

/** What a rule says of a visit by sms or e-mail. */
export function textOf(
  rule: Pick<RuleRow, 'text' | 'text_ar'>,
  values: Readonly<Record<string, string>>,
  language: Language,
): string {
  const words = (language === 'ar' ? rule.text_ar : null) ?? rule.text ?? ''
  return words.replace(PLACEHOLDER, (whole, name: string) => values[name] ?? whole)
}
