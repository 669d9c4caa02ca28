import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeMoneySettings } from '../../server/src/domain/billing/money-settings.ts'
import { startBrowser } from './browser.ts'
import { assertAccessible, assertFits, PHONE, said, startConsole } from './console.ts'
import { openAs } from './logged-in.ts'
import { openAt } from './places.ts'

const app = await startConsole()
const browser = await startBrowser()

test('an owner says how much each role may take off and how long links hold; what is no number is told at its field', async () => {
  const clinic = await app.clinic({ name: 'Palm Clinic' })
  const { page, violations, close } = await openAs(app, browser, { clinic })
  await openAt(page, `${app.url}/c/${clinic.company_id}/settings/clinic`)
  await page.getByRole('link', { name: 'Money', exact: true }).last().click()
  const form = page.getByRole('form', { name: 'Money' })
  await form.getByLabel('Receptionist').waitFor()
  await assertAccessible(page, 'the settings of money')
  await form.getByLabel('Receptionist').fill('ten')
  await form.getByLabel(/A payment link is valid/).fill('366')
  await form.getByRole('button', { name: 'Save' }).click()
  await form.getByLabel('Receptionist').and(page.locator('[aria-invalid=true]')).waitFor()
  await form
    .getByLabel(/A payment link is valid/)
    .and(page.locator('[aria-invalid=true]'))
    .waitFor()
  await form.getByLabel('Receptionist').fill('12.5')
  await form.getByLabel(/A payment link is valid/).fill('14')
  await form.getByLabel('VAT (percent)').fill('5')
  await form.getByRole('button', { name: 'Save' }).click()
  await said(page, 'Saved.')
  const [row] = await app.sql(
    `select discount_limits->'receptionist' as receptionist, link_days, tax_percent::float as tax from money_setting
     join clinic using (company_id) where company_id = $1`,
    [clinic.company_id],
  )
  assert.deepEqual(row, { receptionist: 12.5, link_days: 14, tax: 5 })
  assert.deepEqual(violations, [])
  await close()
})

test('where another changed them meanwhile, the person decides whose stand', async () => {
  const clinic = await app.clinic()
  const { page, violations, close } = await openAs(app, browser, { clinic })
  await openAt(page, `${app.url}/c/${clinic.company_id}/settings/money`)
  const form = page.getByRole('form', { name: 'Money' })
  await form.getByLabel(/A quotation is valid/).fill('45')
  await app.write(clinic, tx => changeMoneySettings(tx, { quotationDays: 60 }))
  await form.getByRole('button', { name: 'Save' }).click()
  const asked = page.getByRole('dialog')
  await asked.getByText('validity of quotations').waitFor()
  await assertAccessible(page, 'whose settings stand', ['[role=dialog]'])
  await asked.getByRole('button', { name: 'Apply mine' }).click()
  await said(page, 'Saved.')
  const rows = await app.sql('select quotation_days from money_setting where company_id = $1', [clinic.company_id])
  assert.deepEqual(rows, [{ quotation_days: 45 }])
  assert.deepEqual(violations, [])
  await close()
})

test('in Arabic on a phone the settings fit', async () => {
  const clinic = await app.clinic({ name_ar: 'عيادة النخلة' })
  const arabic = { viewport: PHONE, hasTouch: true, isMobile: true, locale: 'ar' }
  const { page, violations, close } = await openAs(app, browser, { clinic }, arabic)
  await openAt(page, `${app.url}/c/${clinic.company_id}/settings/money`)
  await page.getByLabel(/صلاحية رابط الدفع/).waitFor()
  await assertFits(page, 'the settings of money on a phone')
  await assertAccessible(page, 'the settings of money on a phone')
  assert.deepEqual(violations, [])
  await close()
})
