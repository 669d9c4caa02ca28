import type { Selectable } from 'kysely'
import { type Database, db } from '../../db/builder.ts'
import { refuseInput } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'

export type ClinicRow = Selectable<Database['clinic']>

/** A Saudi VAT number: 15 digits, the first and the last of them 3 (BR-KSA-40). */
const VAT_NUMBER = /^3\d{13}3$/

/** What the authority wants to know of whoever issues an invoice. */
export interface Registration {
  vatNumber: string
  vatName: string
  crnNumber: string
  city: string
}

/** The clinic's registration; undefined where something of it is missing. */
export function registrationOf(clinic: ClinicRow): Registration | undefined {
  const { vat_number, vat_name, crn_number, registration_city } = clinic
  if (!vat_number || !VAT_NUMBER.test(vat_number) || !vat_name || !crn_number || !registration_city) return undefined
  return { vatNumber: vat_number, vatName: vat_name, crnNumber: crn_number, city: registration_city }
}

export async function clinicRow(tx: Tx): Promise<ClinicRow> {
  const clinic = await tx.row(db.selectFrom('clinic').selectAll().where('company_id', '=', tx.clinic.id))
  if (!clinic) throw new Error('The clinic of the transaction does not exist.')
  return clinic
}

/** Says to whom the clinic's invoices are reported from now on; null: to nobody. */
export async function reportTo(tx: Tx, provider: 'sandbox' | null): Promise<void> {
  if (provider !== null && (tx.clinic.country !== 'SA' || !registrationOf(await clinicRow(tx))))
    refuseInput({
      path: '/provider',
      code: 'not_registered',
      message: 'needs the whole VAT registration of the clinic',
    })
  await tx.rows(
    db
      .updateTable('clinic')
      .set({ e_invoice_provider: provider, updated_at: tx.now })
      .where('company_id', '=', tx.clinic.id),
  )
}
