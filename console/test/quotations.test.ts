import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { eventually } from '../../server/test/support/eventually.ts'
import { startBrowser } from './browser.ts'
import { button, openPage, startConsole } from './console.ts'
import { openAs } from './logged-in.ts'
import { lookingAt } from './looking-at.ts'
import { openAt } from './places.ts'
import { planned } from './quotation-scene.ts'
import { signByHand } from './signing-hand.ts'

const app = await startConsole()
const browser = await startBrowser()
const SMALL_PHONE = { width: 360, height: 740 }

const look = lookingAt('quotation')

async function practice() {
  const clinic = await app.clinic({ name: 'Palm Clinic', name_ar: 'عيادة النخلة' })
  const branch = await app.branch(clinic, { phones: ['+966112345678'] })
  const doctor = await app.doctor([branch], { display_name: 'Dr. Noor Saleh' })
  const patient = await app.patient(branch, { first_name: 'Huda', last_name: 'Karim', birth_date: '1990-01-01' })
  const where = { clinic, branch, doctor, patient }
  await planned(app, where, 'تاج زيركونيا', 180_000)
  await planned(app, where, 'Implant with crown', 650_000)
  const states = async () =>
    (
      await app.sql<{ option_label: string; signed: boolean; seen: boolean; declined: boolean }>(
        `select option_label, signed, seen, num_nonnulls(declined_at) = 1 as declined from quotation
         where company_id = $1 order by option_place`,
        [clinic.company_id],
      )
    ).map(({ option_label, ...is }) => [
      option_label,
      ...Object.entries(is).flatMap(([name, holds]) => (holds ? name : [])),
    ])
  return { ...where, states, at: (path: string) => `${app.url}/c/${clinic.company_id}${path}` }
}

/** Makes two options on the chart's plan: both, and the implant alone for less. */
async function quote(page: Page, chart: string) {
  await openAt(page, chart)
  await page.getByRole('link', { name: 'Quote' }).click()
  await page.getByRole('heading', { level: 1, name: 'Quote' }).waitFor()
  await button(page, 'Add an option').click()
  await page.getByRole('checkbox', { name: /Option .?B.?: تاج/ }).click()
  await page
    .getByRole('region', { name: /Option .?B/ })
    .getByRole('textbox', { name: 'Discount, %' })
    .fill('10')
  await look(page, 'make')
  await button(page, 'Make the quotation').click()
  await page.getByRole('heading', { level: 1, name: 'Quotation', exact: true }).waitFor()
  await page.getByRole('region', { name: /Option .?B/ }).waitFor()
}

/** The address of the patient's page, as it is shown once. */
async function sent(page: Page): Promise<string> {
  await button(page, 'Send').first().click()
  const drawer = page.getByRole('dialog', { name: 'Send' })
  await drawer.getByRole('combobox', { name: 'How' }).selectOption('none')
  await drawer.getByRole('button', { name: 'Send' }).click()
  const address = drawer.getByText(/\/p\/quotation\//)
  await address.waitFor()
  const url = (await address.textContent()) ?? ''
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })
  return `${app.url}${new URL(url.trim()).pathname}`
}

test('a doctor quotes two options from the plan, the patient draws a signature on a phone, and the room shows it', async () => {
  const { clinic, doctor, patient, states, at } = await practice()
  const { page, violations, close } = await openAs(app, browser, { clinic, role: 'doctor', practitioner: doctor })
  await quote(page, at(`/patients/${patient.id}/chart`))
  await look(page, 'room')
  const url = await sent(page)
  for (const lang of ['ar', 'en'] as const) {
    const opened = await openPage(browser, { viewport: SMALL_PHONE, hasTouch: true, isMobile: true, locale: lang })
    const patientPage = opened.page
    await patientPage.goto(`${url}?lang=${lang}`)
    await look(patientPage, `gate-${lang}`)
    await patientPage.getByRole('textbox').fill('1990')
    await patientPage.getByRole('button').click()
    await patientPage.getByRole('radio').first().waitFor()
    await look(patientPage, `offer-${lang}`)
    await patientPage.emulateMedia({ media: 'print' })
    assert.equal(await patientPage.getByText('Implant with crown').first().isVisible(), true)
    for (const asked of ['button', 'input', 'canvas'])
      assert.equal(await patientPage.locator(`main :is(${asked}):visible`).count(), 0, asked)
    await patientPage.emulateMedia({ media: null })
    const targets = await patientPage
      .locator('button:visible, input:visible:not([type=radio]), .choice')
      .evaluateAll(all => all.map(one => one.getBoundingClientRect().height))
    assert.ok(targets.length > 3 && targets.every(height => height >= 44), String(targets))
    if (lang === 'en') {
      await patientPage.getByRole('radio').nth(1).check()
      await signByHand(patientPage, 'Huda Karim')
    }
    assert.deepEqual(opened.violations, [])
    await opened.close()
  }
  await eventually(states, [
    ['A', 'seen', 'declined'],
    ['B', 'signed', 'seen'],
  ])
  await page.getByText('The document is what was signed').waitFor()
  await page.getByText('drawn').waitFor()
  assert.deepEqual(violations, [])
  await close()
})

test('a discount above the own limit is asked for, approved beside it and given; an option is changed to offer less', async () => {
  const { clinic, doctor, patient, at } = await practice()
  const { page, violations, close } = await openAs(app, browser, { clinic, role: 'doctor', practitioner: doctor })
  const owner = await openAs(app, browser, { clinic })
  await openAt(page, at(`/quote/${patient.id}`))
  await page.getByRole('textbox', { name: 'Discount, %' }).fill('20')
  await button(page, 'Make the quotation').click()
  await page.getByText(/You may give .*15/).waitFor()
  await page.getByRole('textbox', { name: /Why the patient is to get .*20/ }).fill('Family of a colleague')
  await look(page, 'above')
  await button(page, 'Ask for approval').click()
  await page.getByText('Waiting for an approval…').waitFor()
  await openAt(owner.page, at('/day'))
  await owner.page.getByText('Family of a colleague').waitFor()
  await button(owner.page, 'Approve').click()
  await page.getByText('The discount is approved.').waitFor()
  await button(page, 'Make the quotation').click()
  await page.getByRole('heading', { level: 1, name: 'Quotation', exact: true }).waitFor()

  await button(page, 'Change').click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('checkbox', { name: /تاج/ }).uncheck()
  await drawer.getByRole('textbox', { name: 'Discount, %' }).fill('15')
  await look(page, 'edit')
  await drawer.getByRole('button', { name: 'Save' }).click()
  await drawer.waitFor({ state: 'detached' })
  const offered = () =>
    app.sql('select discount_minor, subtotal_minor, version_num from quotation where company_id = $1', [
      clinic.company_id,
    ])
  await eventually(offered, [{ discount_minor: 97_500, subtotal_minor: 650_000, version_num: 2 }])
  assert.equal(await page.getByText('تاج زيركونيا').count(), 0)
  assert.deepEqual([...violations, ...owner.violations], [])
  await owner.close()
  await close()
})

test('S shows a code for the tablet, which asks for no year; without a drawing the typed name signs', async () => {
  const { clinic, doctor, patient, states, at } = await practice()
  const { page, close } = await openAs(app, browser, { clinic, role: 'doctor', practitioner: doctor })
  await quote(page, at(`/patients/${patient.id}/chart`))
  const made = page.waitForResponse(response => response.url().endsWith('/staff/v1/patient-links'))
  await page.keyboard.press('s')
  await page.getByRole('img', { name: /QR code/ }).waitFor()
  const { data }: { data: { url: string } } = await (await made).json()
  const tablet = await openPage(browser, {
    viewport: { width: 1024, height: 768 },
    locale: 'ar',
    javaScriptEnabled: false,
  })
  await tablet.page.goto(`${app.url}${new URL(data.url).pathname}?lang=ar`)
  await tablet.page.getByRole('button', { name: 'عرض' }).click()
  await tablet.page.getByRole('radio').first().check()
  await tablet.page.getByRole('textbox').fill('هدى كريم')
  await tablet.page.getByRole('button', { name: 'توقيع' }).click()
  await tablet.page.getByText('تم التوقيع').waitFor()
  await eventually(states, [
    ['A', 'signed', 'seen'],
    ['B', 'seen', 'declined'],
  ])
  await tablet.close()
  await close()
})
