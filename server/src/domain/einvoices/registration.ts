import { sql } from '../../db/statement.ts'
import type { TableRow } from '../../db/tables.ts'
import { changeClinic } from '../../kernel/change-clinic.ts'
import { refuseInput } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { isVatNumber } from '../clinics/vat-registration.ts'
import type { Seller } from './ubl-invoice.ts'

type ClinicRow = TableRow<'clinic'>

/** What the authority wants to know of the issuer of an invoice. */
export type Registration = Omit<Seller, 'street' | 'country'>

/** The clinic's registration; undefined where something of it is missing. */
export function registrationOf(clinic: ClinicRow): Registration | undefined {
  const { vat_number, vat_name, crn_number, registration_city } = clinic
  if (!vat_number || !isVatNumber(vat_number) || !vat_name || !crn_number || !registration_city) return undefined
  return { name: vat_name, vatNumber: vat_number, crnNumber: crn_number, city: registration_city }
}

const ownClinic = sql<ClinicRow>('select * from clinic where company_id = $1')

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
  await changeClinic(tx, { e_invoice_provider: provider })
}

/** Enters the clinic's registration for VAT, as its documents name it from now on. */
export async function registerForVat(tx: Tx, { name, vatNumber, crnNumber, city }: Registration): Promise<void> {
  const issues = [
    ...Object.entries({ name, crnNumber, city }).flatMap(([field, text]) =>
      text.trim() === '' ? [{ path: `/${field}`, code: 'required', message: 'is required' }] : [],
    ),
    ...(isVatNumber(vatNumber)
      ? []
      : [{ path: '/vatNumber', code: 'format', message: 'must have 15 digits, the first and the last of them 3' }]),
  ]
  if (issues.length > 0) refuseInput(...issues)
  await changeClinic(tx, { vat_name: name, vat_number: vatNumber, crn_number: crnNumber, registration_city: city })
}
