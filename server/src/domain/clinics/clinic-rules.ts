import type { Issue } from '@clinic/contract/errors.ts'
import { CLOCKS } from '@clinic/contract/staff/session.ts'
import type { NewFields } from '../../kernel/columns.ts'

type ClinicFields = Partial<NewFields<'clinic'>>

const isKnown = (key: 'currency' | 'timeZone', value: string) => Intl.supportedValuesOf(key).includes(value)

function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag)[0] === tag
  } catch {
    return false
  }
}

type Rule = readonly [field: keyof ClinicFields, holds: (clinic: ClinicFields) => boolean, expected: string]

/** A country by ISO 3166-1 alpha-2, a currency by ISO 4217, a time zone by IANA, a locale by BCP 47. What is not said holds. */
const RULES: readonly Rule[] = [
  ['name', ({ name }) => name === undefined || name.trim() !== '', 'must not be empty'],
  ['country', ({ country = 'SA' }) => /^[A-Z]{2}$/.test(country), 'must be a country such as SA'],
  ['currency', ({ currency = 'SAR' }) => isKnown('currency', currency), 'must be a currency such as SAR'],
  [
    'timeZone',
    ({ timeZone = 'Asia/Riyadh' }) => isKnown('timeZone', timeZone),
    'must be a time zone such as Asia/Riyadh',
  ],
  ['locale', ({ locale = 'ar-SA' }) => isLocale(locale), 'must be a language tag such as ar-SA'],
  ['taxPercent', ({ taxPercent = 0 }) => taxPercent >= 0 && taxPercent <= 100, 'must be from 0 to 100'],
  ['clock', ({ clock = 24 }) => CLOCKS.some(hours => hours === clock), `must be ${CLOCKS.join(' or ')}`],
]

/** What is wrong with what is said of a clinic. */
export const clinicIssues = (clinic: ClinicFields): Issue[] =>
  RULES.flatMap(([field, holds, message]) => (holds(clinic) ? [] : [{ path: field, code: 'format', message }]))
