import { sql } from '../../db/statement.ts'
import type { TableRow } from '../../db/tables.ts'
import { refuseInput } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import type { Seller } from './ubl-invoice.ts'

type ClinicRow = TableRow<'clinic'>

/** A Saudi VAT number: 15 digits, the first and the last of them 3 (BR-KSA-40). */
const VAT_NUMBER = /^3\d{13}3$/

/** What the authority wants to know of the issuer of an invoice. */
export type Registration = Omit<Seller, 'street' | 'country'>

/** The clinic's registration; undefined where something of it is missing. */
export function registrationOf(clinic: ClinicRow): Registration | undefined {
  const { vat_number, vat_name, crn_number, registration_city } = clinic
  if (!vat_number || !VAT_NUMBER.test(vat_number) || !vat_name || !crn_number || !registration_city) return undefined
  return { name: vat_name, vatNumber: vat_number, crnNumber: crn_number, city: registration_city }
}

const ownClinic = sql<ClinicRow>('select * from clinic where company_id = $1')
const setAuthority = sql('update clinic set e_invoice_provider = $2, updated_at = $3 where company_id = $1')

export async function clinicRow(tx: Tx): Promise<ClinicRow> {
  const [clinic] = await tx.sql(ownClinic([tx.clinic.id]))
  if (!clinic) throw new Error('The clinic of the transaction does not exist.')
  return clinic
}

/** Says to whom the clinic's invoices are reported from now on; null: to no authority. */
export async function reportTo(tx: Tx, provider: 'sandbox' | null): Promise<void> {
  if (provider !== null && (tx.clinic.country !== 'SA' || !registrationOf(await clinicRow(tx))))
    refuseInput({
      path: '/provider',
      code: 'not_registered',
      message: 'needs the whole VAT registration of the clinic',
    })
  await tx.sql(setAuthority([tx.clinic.id, provider, tx.now]))
}

const setRegistration = sql(`
  update clinic set vat_name = $2, vat_number = $3, crn_number = $4, registration_city = $5, updated_at = $6
  where company_id = $1`)

/** Enters the clinic's registration for VAT, as its documents name it from now on. */
export async function registerForVat(tx: Tx, { name, vatNumber, crnNumber, city }: Registration): Promise<void> {
  const issues = [
    ...Object.entries({ name, crnNumber, city }).flatMap(([field, text]) =>
      text.trim() === '' ? [{ path: `/${field}`, code: 'required', message: 'is required' }] : [],
    ),
    ...(VAT_NUMBER.test(vatNumber)
      ? []
      : [{ path: '/vatNumber', code: 'format', message: 'must have 15 digits, the first and the last of them 3' }]),
  ]
  if (issues.length > 0) refuseInput(...issues)
  await tx.sql(setRegistration([tx.clinic.id, name, vatNumber, crnNumber, city, tx.now]))
  tx.touched.row('clinic', { id: tx.clinic.id }, ['vat_name', 'vat_number', 'crn_number', 'registration_city'])
}
