import type { Browser, Page } from 'playwright-core'
import { openTreasury } from '../../../server/src/domain/books/treasury.ts'
import { insurePatient } from '../../../server/src/domain/insurance/insure-patient.ts'
import { addInsurer } from '../../../server/src/domain/insurance/insurer.ts'
import type { TestApp } from '../../../server/test/support/app/harness.ts'
import { reportToSandbox } from '../../../server/test/support/clinic/e-invoicing.ts'
import { NOON_ZONE } from '../../../server/test/support/clock.ts'
import { moneyMirror } from './money-mirror.ts'

/**
 * A clinic that reports its invoices, with two prices, a drawer, an insurer that bears half, a patient whom it insures, and one
 * who pays alone. The total of the second price ends as the authority rejects it.
 */
export async function practice(app: TestApp) {
  const clinic = await app.clinic({ name: 'Palm Clinic', name_ar: 'عيادة النخلة', time_zone: NOON_ZONE })
  const branch = await app.branch(clinic, { phones: ['+966112345678'] })
  const doctor = await app.doctor([branch], { display_name: 'Dr. Noor Saleh' })
  const file = (first_name: string, last_name: string) => {
    const text = `${first_name} ${last_name}`.toLowerCase()
    const named = { first_name, last_name, name_text: text, search_text: text }
    return app.patient(branch, { ...named, birth_date: '1990-01-01' })
  }
  const [patient, other] = [await file('Huda', 'Karim'), await file('Omar', 'Faris')]
  const price = (code: string, name: string, name_ar: string, price_minor: number) =>
    app.insert('procedure', {
      ...{ company_id: clinic.company_id, id: `prc_${code}`, name, name_ar, code, price_minor, sort_order: 0 },
      ...{ created_at: clinic.created_at, updated_at: clinic.created_at },
    })
  await price('D1', 'Crown', 'تاج', 100_000)
  await price('D2', 'Scaling', 'تنظيف', 8_707)
  await app.write(clinic, async tx => {
    const { id } = await addInsurer(tx, { name: 'Waha', insurancePercentage: 50 })
    await insurePatient(tx, { patientId: patient.id, insuranceCompanyId: id, number: '310000001' })
    await openTreasury(tx, { name: 'Claims bank', type: 'BANK', isDefault: false })
    await openTreasury(tx, { name: 'Front desk', type: 'CASH', branchId: branch.id, isDefault: true })
  })
  await reportToSandbox(app, { clinic })
  const at = (path: string) => `${app.url}/c/${clinic.company_id}${path}`
  const one = async <Row extends Record<string, unknown>>(text: string) =>
    (await app.sql<Row>(text, [clinic.company_id]))[0]
  return { app, clinic, doctor, patient, other, at, one, agree: await moneyMirror(app, clinic) }
}

/** Where it is walked, and in which page. */
export type Walk = Awaited<ReturnType<typeof practice>> & { browser: Browser; page: Page }

export const press = async (page: Page, ...keys: readonly string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}
