import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../../server/test/support/eventually.ts'
import { startBrowser } from './browser.ts'
import { PHONE, said, startConsole } from './console.ts'
import { openAs } from './logged-in.ts'
import { lookingAt } from './looking-at.ts'
import { openAt } from './places.ts'

const app = await startConsole()
const browser = await startBrowser()
const look = lookingAt('new-invoice')

/** A clinic with a price, in its currency, and a patient. */
async function practice(currency: string) {
  const clinic = await app.clinic({ name: 'Palm Clinic', name_ar: 'عيادة النخلة', currency })
  const branch = await app.branch(clinic)
  const doctor = await app.doctor([branch], { display_name: 'Dr. Noor Saleh' })
  const patient = await app.patient(branch, { first_name: 'Huda', last_name: 'Karim' })
  await app.insert('procedure', {
    ...{ company_id: clinic.company_id, id: 'prc_scaling', name: 'Scaling', name_ar: 'تنظيف', code: 'S1' },
    ...{ price_minor: 33_333, sort_order: 0, created_at: clinic.created_at, updated_at: clinic.created_at },
  })
  const file = `${app.url}/c/${clinic.company_id}/patients/${patient.id}/timeline`
  const invoice = async () => {
    const [row] = await app.sql<Record<string, unknown>>(
      `select total_minor::int as total, doctor_id as doctor, released_at is not null as issued,
         (select array_agg(name || ' x' || quantity order by sort_order) from invoice_line where invoice_id = invoice.id) as lines
       from invoice where company_id = $1`,
      [clinic.company_id],
    )
    return row
  }
  return { clinic, doctor, file, invoice }
}

for (const [currency, shown] of [
  ['SAR', '824.31'],
  ['KWD', '99.431'],
] as const)
  test(`in ${currency} an invoice is written from a file, of the price list and of anything else, as the clinic computes it, saved, and issued`, async () => {
    const { clinic, doctor, file, invoice } = await practice(currency)
    const { page, violations, close } = await openAs(app, browser, { clinic })
    await openAt(page, file)
    await page.getByRole('button', { name: 'New invoice' }).click()
    const form = page.getByRole('dialog', { name: 'New invoice' })
    await form.getByRole('button', { name: 'Save draft' }).press('Enter')
    await form.getByText('Add what is billed.').waitFor()
    await form.getByLabel('Doctor').selectOption({ label: 'Dr. Noor Saleh' })
    await form.getByLabel('Add from the price list').selectOption({ label: 'Scaling' })
    await form.getByLabel(/^How many: .*Scaling/).fill('2')
    await form.getByRole('button', { name: 'Add something else' }).press('Enter')
    await form.getByLabel('What', { exact: true }).fill('Night <b>guard</b>')
    await form.getByLabel('Price without VAT').fill('50.13')
    if (currency === 'KWD') await form.getByLabel('Price without VAT').fill('19.796')
    await form.getByRole('region', { name: 'It would be' }).getByText(shown).first().waitFor()
    await look(page, currency)
    await form.getByRole('button', { name: 'Save draft' }).press('Enter')
    await said(page, 'The draft is saved.')
    const drawer = page.getByRole('dialog', { name: 'Invoice', exact: true })
    await drawer.getByText('Night <b>guard</b>').first().waitFor()
    const minor = Number(shown.replace('.', ''))
    const written = { total: minor, doctor: doctor.id, lines: ['Scaling x2', 'Night <b>guard</b> x1'] }
    assert.deepEqual(await invoice(), { ...written, issued: false })
    await drawer.getByRole('button', { name: 'Issue' }).press('Enter')
    await eventually(invoice, { ...written, issued: true })
    assert.deepEqual(violations, [])
    await close()
  })

test('the desk bills by the price list alone; a doctor writes none; in Arabic on a phone the form fits', async () => {
  const { clinic, doctor, file } = await practice('SAR')
  const arabic = { viewport: PHONE, hasTouch: true, isMobile: true, locale: 'ar' }
  const { page, violations, close } = await openAs(app, browser, { clinic, role: 'receptionist' }, arabic)
  await openAt(page, `${file}?open=invoice`)
  const form = page.getByRole('dialog', { name: 'فاتورة جديدة' })
  await form.getByLabel('إضافة من قائمة الأسعار').selectOption({ label: 'تنظيف' })
  await form.getByText('383.33').first().waitFor()
  assert.equal(await form.getByRole('button', { name: 'إضافة بند آخر' }).count(), 0)
  await look(page, 'phone-ar')
  const care = await openAs(app, browser, { clinic, role: 'doctor', practitioner: doctor })
  await openAt(care.page, file)
  assert.equal(await care.page.getByRole('button', { name: 'New invoice' }).count(), 0)
  assert.deepEqual([...violations, ...care.violations], [])
  await Promise.all([close(), care.close()])
})
