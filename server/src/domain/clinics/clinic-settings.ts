import { sql } from '../../db/statement.ts'
import { lockClinic } from '../../kernel/change-clinic.ts'
import { changeRecord } from '../../kernel/change-record.ts'
import { columnsOf, type NewFields } from '../../kernel/columns.ts'
import { refuse, refuseInput } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { exponentOf } from '../../kernel/values/money.ts'
import { changeLogo } from './clinic-logo.ts'
import { clinicIssues } from './clinic-rules.ts'
import type { ClinicRow } from './open-clinic.ts'
import { requireWhole, wasRegistered } from './vat-registration.ts'

type Settling = 'timeZone' | 'country' | 'currency'
type Registration = 'vatNumber' | 'vatName' | 'crnNumber' | 'commercialName' | 'registrationCity'
type Wishes = Partial<
  Pick<NewFields<'clinic'>, 'name' | 'nameAr' | 'locale' | 'clock' | 'charts' | Settling | Registration>
> & { logo?: string | null }

/** The clinic, and what of it stays as it is. */
export type SettledClinic = ClinicRow & { settled: Settling[] }

interface Recorded {
  visits: boolean
  invoices: boolean
  amounts: boolean
  prices: boolean
}

const has = (...tables: string[]) =>
  tables.map(table => `exists (select from ${table} where company_id = $1)`).join(' or ')

/** What a clinic has that goes by where it is, or by what it counts in: what it recorded, and what it only asks for. */
const recorded = sql<Recorded>(`
  select ${has('appointment')} as visits, ${has('invoice')} as invoices,
    ${has('expense', 'income', 'treasury_movement', 'treatment', 'quotation', 'inventory_order')} as amounts,
    ${has('procedure', 'lab_item', 'inventory_item', 'insurance_company', 'lead')} as prices`)
const own = sql<ClinicRow>('select * from clinic where company_id = $1')

async function recordedOf(tx: Tx): Promise<Recorded> {
  const [found] = await tx.sql(recorded([tx.clinic.id]))
  return found ?? { visits: false, invoices: false, amounts: false, prices: false }
}

/** How the clinic is set up. */
export async function clinicSettings(tx: Tx): Promise<SettledClinic> {
  const [[clinic], { visits, invoices, amounts }] = await Promise.all([tx.sql(own([tx.clinic.id])), recordedOf(tx)])
  if (!clinic) return refuse('not_found', { resource: 'clinic' })
  const settled: [Settling, boolean][] = [
    ['timeZone', visits],
    ['country', invoices],
    ['currency', invoices || amounts],
  ]
  return { ...clinic, settled: settled.flatMap(([field, is]) => (is ? field : [])) }
}

/** Changes how the clinic is set up. What its records go by stays. */
export async function changeClinicSettings(tx: Tx, { logo, ...wishes }: Wishes, publicUrl: string): Promise<void> {
  const issues = clinicIssues(wishes).map(issue => ({ ...issue, path: `/${issue.path}` }))
  if (issues.length > 0) refuseInput(...issues)
  const before = await lockClinic(tx)
  await requireUnsettled(tx, before, wishes)
  const wanted = columnsOf(wishes)
  const after = { ...before, ...wanted }
  requireWhole(before, after)
  const isChecked = before.registration_valid && wasRegistered(before, after)
  const path = logo === undefined ? undefined : await changeLogo(tx, logo)
  const logoUrl = path === undefined ? {} : { logo_url: path && new URL(path, publicUrl).href }
  await changeRecord(tx, 'clinic', before, { ...wanted, ...logoUrl, registration_valid: isChecked })
}

/** Other amounts would be another sum of money, or other times of visits another time of day. */
async function requireUnsettled(tx: Tx, before: ClinicRow, { timeZone, country, currency }: Wishes): Promise<void> {
  const moves = timeZone !== undefined && timeZone !== before.time_zone
  const leaves = country !== undefined && country !== before.country
  const counts = currency !== undefined && currency !== before.currency
  if (!moves && !leaves && !counts) return
  const { visits, invoices, amounts, prices } = await recordedOf(tx)
  if (moves && visits) refuse('in_use', { field: 'timeZone', by: 'appointments' })
  if (leaves && invoices) refuse('in_use', { field: 'country', by: 'invoices' })
  if (!counts) return
  if (invoices) refuse('in_use', { field: 'currency', by: 'invoices' })
  if (amounts) refuse('in_use', { field: 'currency', by: 'amounts' })
  // Prices are kept in the smallest unit: with other decimals each of them would be ten times as much, or a tenth.
  const isSameUnit = exponentOf(currency) === exponentOf(before.currency)
  if (prices && !isSameUnit) refuse('in_use', { field: 'currency', by: 'prices' })
}
