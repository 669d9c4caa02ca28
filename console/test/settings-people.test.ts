import assert from 'node:assert/strict'
import { test } from 'node:test'
import { at } from '../../server/test/support/clock.ts'
import { eventually } from '../../server/test/support/eventually.ts'
import { startBrowser } from './browser.ts'
import { assertAccessible, assertFits, PHONE, startConsole } from './console.ts'
import { openAs } from './logged-in.ts'
import { openAt } from './places.ts'

const app = await startConsole()
const browser = await startBrowser()

test('a practitioner is added, changed at their own place, and stays while visits to come are theirs', async () => {
  const clinic = await app.clinic({ name: 'Palm Clinic' })
  const branch = await app.branch(clinic)
  const doctor = await app.doctor([branch], { display_name: 'Dr. Noor Saleh' })
  const patient = await app.patient(branch)
  const made = new Date().toISOString()
  await app.insert('appointment', {
    ...{ company_id: clinic.company_id, id: `apt_ppl_${patient.id.slice(4)}`, branch_id: branch.id, status: 'OPEN' },
    ...{ doctor_id: doctor.id, patient_id: patient.id, created_at: made, updated_at: made },
    ...{ starts_at: at('12:00', 3), ends_at: at('12:30', 3) },
  })
  const { page, violations, close } = await openAs(app, browser, { clinic })
  await openAt(page, `${app.url}/c/${clinic.company_id}/settings/practitioners`)
  await page.getByRole('button', { name: 'New practitioner' }).click()
  const fresh = page.getByRole('dialog', { name: 'New practitioner' })
  await fresh.getByRole('textbox', { name: 'Name', exact: true }).fill('Lina Qasim')
  await fresh.getByRole('textbox', { name: 'Works as' }).fill('hygienist')
  await fresh.getByRole('textbox', { name: 'Minutes of a visit' }).fill('2')
  await fresh.getByRole('button', { name: 'Add' }).click()
  await fresh.getByText(/At least \W*5/).waitFor()
  await fresh.getByRole('textbox', { name: 'Minutes of a visit' }).fill('20')
  await fresh.getByRole('button', { name: 'Add' }).click()
  const people = () =>
    app.sql<{ display_name: string; slot_minutes: number; color: string | null; active: boolean }>(
      'select display_name, slot_minutes, color, active from practitioner where company_id = $1 order by display_name',
      [clinic.company_id],
    )
  await eventually(async () => (await people()).map(one => one.slot_minutes).sort(), [20, 30])

  await page.getByRole('button', { name: 'Dr. Noor Saleh' }).click()
  const form = page.getByRole('form', { name: 'Practitioner' })
  await form.waitFor()
  await assertAccessible(page, 'a practitioner')
  await form.getByLabel('Works here').uncheck()
  await form.getByRole('button', { name: 'Save' }).click()
  await form.getByText(/1\W* visit to come needs it/).waitFor()
  await form.getByLabel('Works here').check()
  await form.getByLabel('#1d4ed8').check()
  await form.getByRole('button', { name: 'Save' }).click()
  await eventually(async () => (await people())[0]?.color, '#1d4ed8')
  assert.deepEqual(violations, [])
  await close()
})

test('the clinic says its names and its clock on a phone in Arabic; what records go by cannot be typed over', async () => {
  const clinic = await app.clinic({ name: 'Palm Clinic', name_ar: 'عيادة النخلة' })
  const branch = await app.branch(clinic)
  const doctor = await app.doctor([branch])
  const patient = await app.patient(branch)
  const made = new Date().toISOString()
  await app.insert('appointment', {
    ...{ company_id: clinic.company_id, id: `apt_cln_${patient.id.slice(4)}`, branch_id: branch.id, status: 'OPEN' },
    ...{ doctor_id: doctor.id, patient_id: patient.id, created_at: made, updated_at: made },
    ...{ starts_at: at('12:00', 3), ends_at: at('12:30', 3) },
  })
  const { page, violations, close } = await openAs(
    app,
    browser,
    { clinic },
    { locale: 'ar-SA', viewport: PHONE, hasTouch: true },
  )
  await openAt(page, `${app.url}/c/${clinic.company_id}/settings/clinic`)
  const names = page.getByRole('form', { name: 'الأسماء والتسجيل' })
  await names.getByRole('textbox', { name: 'الاسم بالعربية' }).fill('عيادة الواحة')
  await assertFits(page, 'the clinic')
  await names.getByRole('button', { name: 'احفظ' }).tap()
  const stored = async () =>
    (
      await app.sql<{ name_ar: string; clock: number }>('select name_ar, clock from clinic where company_id = $1', [
        clinic.company_id,
      ])
    )[0]
  await eventually(async () => (await stored())?.name_ar, 'عيادة الواحة')
  const manner = page.getByRole('form', { name: 'الأوقات واللغة والمال' })
  assert.equal(await manner.getByRole('textbox', { name: 'المنطقة الزمنية' }).isEditable(), false)
  await manner.getByLabel('الساعة').selectOption('12')
  await manner.getByRole('button', { name: 'احفظ' }).tap()
  await eventually(async () => (await stored())?.clock, 12)
  assert.deepEqual(violations, [])
  await close()
})
