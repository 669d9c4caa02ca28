import { reportTo } from '../../../src/domain/einvoices/registration.ts'
import type { Practice, TestApp } from '../app/harness.ts'

/** Registers the practice for VAT and has its invoices reported to the sandbox. */
export async function reportToSandbox(app: TestApp, { clinic }: Pick<Practice, 'clinic'>): Promise<void> {
  await app.sql(
    `update clinic set vat_number = '300000000000003', vat_name = 'مجموعة مخترعة', crn_number = '1010000000',
       registration_city = 'Riyadh' where company_id = $1`,
    [clinic.company_id],
  )
  await app.write(clinic, tx => reportTo(tx, 'sandbox'))
}
