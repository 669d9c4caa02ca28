import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { eventually } from '../../server/test/support/eventually.ts'
import { startBrowser } from './browser.ts'
import { assertAccessible, assertFits, button, openPage, startConsole } from './console.ts'
import { EXTRACTION, seedForms } from './form-scene.ts'
import { openAs } from './logged-in.ts'
import { openAt } from './places.ts'
import { signByHand } from './signing-hand.ts'

const app = await startConsole()
const browser = await startBrowser()
const SMALL_PHONE = { width: 360, height: 740 }

async function look(page: Page, name: string): Promise<void> {
  await assertFits(page, name)
  await assertAccessible(page, name)
}

async function practice() {
  const clinic = await app.clinic({ name: 'Palm Clinic', name_ar: 'عيادة النخلة' })
  const branch = await app.branch(clinic, { phones: ['+966112345678'] })
  const doctor = await app.doctor([branch], { display_name: 'Dr. Noor Saleh' })
  const patient = await app.patient(branch, {
    ...{ first_name: 'Huda', last_name: 'Karim', birth_date: '1990-01-01' },
    ...{ name_text: 'huda karim', search_text: 'huda karim' },
  })
  const where = { clinic, branch, doctor, patient }
  const consents = async () =>
    (
      await app.sql<{ name: string; signed: boolean; witness_signed: boolean; revoked: boolean }>(
        `select name, signed, witness_signed, num_nonnulls(revoked_at) = 1 as revoked from consent_form
         where company_id = $1 order by created_at, id`,
        [clinic.company_id],
      )
    ).map(({ name, ...is }) => [name, ...Object.entries(is).flatMap(([key, holds]) => (holds ? key : []))])
  return { ...where, consents, at: (path: string) => `${app.url}/c/${clinic.company_id}${path}` }
}

const drawer = (page: Page, name: string) => page.getByRole('dialog', { name })

/** Has the patient sign a text: answers the address of the page, as it is shown once. */
async function sent(page: Page): Promise<string> {
  await button(page, 'Send').first().click()
  const asking = drawer(page, 'Send to a patient')
  await asking.getByRole('combobox', { name: 'Patient' }).fill('Huda')
  await asking.getByRole('option', { name: /Huda Karim/ }).click()
  await asking.getByRole('combobox', { name: 'What' }).selectOption({ label: EXTRACTION.name })
  await asking.getByRole('button', { name: 'Go on' }).click()
  const consent = drawer(page, 'Consent')
  await consent.getByRole('combobox', { name: 'How' }).selectOption('none')
  await consent.getByRole('button', { name: 'Send', exact: true }).click()
  const address = consent.getByText(/\/p\/consent\//)
  await address.waitFor()
  return `${app.url}${new URL((await address.textContent())?.trim() ?? '').pathname}`
}

test('the desk has a text signed: the patient draws a signature on a phone, and the room shows it; another witnesses it, and a doctor ends it', async () => {
  const { clinic, consents, at, ...where } = await practice()
  await seedForms(app, { clinic, ...where })
  await app.sql('delete from consent_form where company_id = $1', [clinic.company_id])
  const { page, violations, close } = await openAs(app, browser, { clinic, role: 'receptionist' })
  await openAt(page, at('/forms'))
  await page.getByText('Nothing waits for a signature').waitFor()
  const url = await sent(page)
  await look(page, 'consent')
  for (const lang of ['ar', 'en'] as const) {
    const opened = await openPage(browser, { viewport: SMALL_PHONE, hasTouch: true, isMobile: true, locale: lang })
    await opened.page.goto(`${url}?lang=${lang}`)
    await look(opened.page, `gate-${lang}`)
    await opened.page.getByRole('textbox').fill('1990')
    await opened.page.getByRole('button').click()
    await opened.page.getByText(lang === 'ar' ? 'أوافق على إجرائه.' : 'I agree to it.').waitFor()
    await look(opened.page, `page-${lang}`)
    const targets = await opened.page
      .locator('button:visible, input:visible')
      .evaluateAll(all => all.map(one => one.getBoundingClientRect().height))
    assert.ok(targets.length > 1 && targets.every(height => height >= 44), String(targets))
    if (lang === 'en') await signByHand(opened.page, 'Huda Karim')
    assert.deepEqual(opened.violations, [])
    await opened.close()
  }
  await eventually(consents, [[EXTRACTION.name, 'signed']])
  const consent = drawer(page, 'Consent')
  await consent.getByText('The document is what was signed').waitFor()
  await consent.getByRole('button', { name: 'Witness the signature' }).click()
  const dialog = drawer(page, 'Witness the signature')
  await dialog.getByRole('textbox', { name: 'Your full name' }).fill('Lina Qasim')
  await dialog.getByRole('button', { name: 'Witness the signature' }).click()
  await eventually(consents, [[EXTRACTION.name, 'signed', 'witness_signed']])
  await dialog.waitFor({ state: 'detached' })
  assert.equal(await consent.getByRole('button', { name: 'Revoke…' }).count(), 0)
  assert.deepEqual(violations, [])
  await close()
  const dentist = await openAs(app, browser, { clinic, role: 'doctor', practitioner: where.doctor })
  await openAt(dentist.page, at(`/patients/${where.patient.id}/forms`))
  await dentist.page.getByRole('button', { name: /^Open: .?Consent/ }).click()
  await drawer(dentist.page, 'Consent').getByRole('button', { name: 'Revoke…' }).click()
  const ending = drawer(dentist.page, 'Revoke…')
  await ending.getByRole('textbox', { name: 'Why' }).fill('The patient took it back')
  await ending.getByRole('button', { name: 'Revoke', exact: true }).click()
  await eventually(consents, [[EXTRACTION.name, 'signed', 'witness_signed', 'revoked']])
  await dentist.close()
})

test('on the tablet the patient signs without a year, in Arabic and without a script', async () => {
  const { clinic, consents, at, ...where } = await practice()
  const { consentId } = await seedForms(app, { clinic, ...where })
  const { page, close } = await openAs(app, browser, { clinic, role: 'assistant', practitioner: where.doctor })
  await openAt(page, at(`/forms?open=${consentId}`))
  const made = page.waitForResponse(response => response.url().endsWith('/staff/v1/patient-links'))
  await drawer(page, 'Consent').getByRole('button', { name: 'Sign here' }).click()
  await page.getByRole('img', { name: /QR code/ }).waitFor()
  const { data }: { data: { url: string } } = await (await made).json()
  const tablet = await openPage(browser, {
    viewport: { width: 1024, height: 768 },
    locale: 'ar',
    javaScriptEnabled: false,
  })
  await tablet.page.goto(`${app.url}${new URL(data.url).pathname}?lang=ar`)
  await tablet.page.getByRole('button', { name: 'عرض' }).click()
  await tablet.page.getByRole('textbox').fill('هدى كريم')
  await tablet.page.getByRole('button', { name: 'توقيع' }).click()
  await tablet.page.getByText('تم التوقيع').waitFor()
  await eventually(consents, [[EXTRACTION.name, 'signed']])
  await tablet.close()
  await close()
})

test('who sets up the clinic writes a text in both languages and sees it as patients read it; others read it', async () => {
  const { clinic, at } = await practice()
  const templates = () =>
    app.sql<{ name: string; name_ar: string; body_ar: string; valid_days: number }>(
      'select name, name_ar, body_ar, valid_days from consent_template where company_id = $1',
      [clinic.company_id],
    )
  const { page, close } = await openAs(app, browser, { clinic, role: 'owner' })
  await openAt(page, at('/forms?tab=texts'))
  await button(page, 'New text').click()
  const form = drawer(page, 'New text')
  const fill = (name: string, text: string) => form.getByRole('textbox', { name, exact: true }).fill(text)
  await fill('Name', EXTRACTION.name)
  await fill('Name in Arabic', EXTRACTION.nameAr)
  await fill('Text', EXTRACTION.body)
  await fill('Text in Arabic', EXTRACTION.bodyAr)
  await fill('Good for so many days', '30')
  await form.getByRole('region', { name: 'As the patient reads it' }).getByText('أوافق على إجرائه.').waitFor()
  await look(page, 'text')
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  const made = { name: EXTRACTION.name, name_ar: EXTRACTION.nameAr, body_ar: EXTRACTION.bodyAr, valid_days: 30 }
  await eventually(templates, [made])
  await form.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: EXTRACTION.name }).click()
  const editing = drawer(page, 'Consent text')
  await editing.getByRole('textbox', { name: 'Good for so many days', exact: true }).fill('60')
  await editing.getByRole('button', { name: 'Save', exact: true }).click()
  await eventually(templates, [{ ...made, valid_days: 60 }])
  await close()
  const desk = await openAs(app, browser, { clinic, role: 'receptionist' })
  await openAt(desk.page, at('/forms?tab=texts'))
  assert.equal(await button(desk.page, 'New text').count(), 0)
  await desk.page.getByRole('button', { name: EXTRACTION.name }).click()
  await drawer(desk.page, 'Consent text').getByText('I agree to it.').waitFor()
  assert.equal(await drawer(desk.page, 'Consent text').getByRole('textbox').count(), 0)
  await desk.close()
})
