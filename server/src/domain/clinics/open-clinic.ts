import type { TableRow } from '../../db/tables.ts'
import { columnsOf, type NewFields } from '../../kernel/columns.ts'
import { refuseInput } from '../../kernel/errors.ts'
import { insertRecord } from '../../kernel/record-statements.ts'
import type { PlatformTx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { clinicIssues } from './clinic-rules.ts'

export type ClinicRow = TableRow<'clinic'>

type ClinicFields = NewFields<'clinic'>

/** A country by ISO 3166-1 alpha-2, a currency by ISO 4217, a time zone by IANA, a locale by BCP 47. */
export interface NewClinic
  extends Pick<ClinicFields, 'name' | 'nameAr' | 'country' | 'currency' | 'timeZone' | 'locale'>,
    Required<Pick<ClinicFields, 'taxPercent' | 'clock' | 'sandbox'>> {}

/** Opens a clinic, a tenant of its own. Needs the login of the database's owner: the application cannot make clinics. */
export async function openClinic(tx: PlatformTx, clinic: NewClinic): Promise<ClinicRow> {
  const issues = clinicIssues(clinic)
  if (issues.length > 0) return refuseInput(...issues)
  const stamps = { created_at: tx.now, updated_at: tx.now }
  const values = { ...columnsOf(clinic), ...stamps, company_id: newId('cli', Date.parse(tx.now)) }
  const [row] = await tx.sql(insertRecord('clinic', values))
  if (!row) throw new Error('The clinic was not stored.')
  return row
}
