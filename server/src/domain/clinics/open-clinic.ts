import type { Issue } from '@clinic/contract/errors.ts'
import { CLOCKS } from '@clinic/contract/staff/session.ts'
import type { TableRow } from '../../db/tables.ts'
import { columnsOf, type NewFields } from '../../kernel/columns.ts'
import { refuseInput } from '../../kernel/errors.ts'
import { insertRecord } from '../../kernel/record-statements.ts'
import type { PlatformTx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'

export type ClinicRow = TableRow<'clinic'>

type ClinicFields = NewFields<'clinic'>

/** A country by ISO 3166-1 alpha-2, a currency by ISO 4217, a time zone by IANA, a locale by BCP 47. */
export interface NewClinic
  extends Pick<ClinicFields, 'name' | 'nameAr' | 'country' | 'currency' | 'timeZone' | 'locale'>,
    Required<Pick<ClinicFields, 'taxPercent' | 'clock' | 'sandbox'>> {}

const isKnown = (key: 'currency' | 'timeZone', value: string) => Intl.supportedValuesOf(key).includes(value)

function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag)[0] === tag
  } catch {
    return false
  }
}

const RULES: readonly [field: keyof NewClinic, holds: (clinic: NewClinic) => boolean, expected: string][] = [
  ['name', ({ name }) => name.trim() !== '', 'must not be empty'],
  ['country', ({ country }) => /^[A-Z]{2}$/.test(country), 'must be a country such as SA'],
  ['currency', ({ currency }) => isKnown('currency', currency), 'must be a currency such as SAR'],
  ['timeZone', ({ timeZone }) => isKnown('timeZone', timeZone), 'must be a time zone such as Asia/Riyadh'],
  ['locale', ({ locale }) => isLocale(locale), 'must be a language tag such as ar-SA'],
  ['taxPercent', ({ taxPercent }) => taxPercent >= 0 && taxPercent <= 100, 'must be from 0 to 100'],
  ['clock', ({ clock }) => CLOCKS.some(hours => hours === clock), `must be ${CLOCKS.join(' or ')}`],
]

/** Opens a clinic, a tenant of its own. Needs the login of the database's owner: the application cannot make clinics. */
export async function openClinic(tx: PlatformTx, clinic: NewClinic): Promise<ClinicRow> {
  const issues: Issue[] = RULES.flatMap(([path, holds, message]) =>
    holds(clinic) ? [] : [{ path, code: 'format', message }],
  )
  if (issues.length > 0) return refuseInput(...issues)
  const stamps = { created_at: tx.now, updated_at: tx.now }
  const values = { ...columnsOf(clinic), ...stamps, company_id: newId('cli', Date.parse(tx.now)) }
  const [row] = await tx.sql(insertRecord('clinic', values))
  if (!row) throw new Error('The clinic was not stored.')
  return row
}
