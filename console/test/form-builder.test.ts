import assert from 'node:assert/strict'
import { test } from 'node:test'
import { visitOf } from '../../server/test/support/clinic/checkout.ts'
import { eventually } from '../../server/test/support/eventually.ts'
import { startBrowser } from './browser.ts'
import { assertAccessible, assertFits, button, openPage, startConsole } from './console.ts'
import { openAs } from './logged-in.ts'
import { openAt } from './places.ts'

const app = await startConsole()
const browser = await startBrowser()

test('an owner writes a form in both languages, moves a question by M and the arrows and publishes it; the desk sends it, the patient fills it in on a phone, and the file shows the answers', async () => {
  const clinic = await app.clinic({ name: 'Palm Clinic', name_ar: 'عيادة النخلة' })
  const branch = await app.branch(clinic)
  const patient = await app.patient(branch, {
    ...{ first_name: 'Huda', last_name: 'Karim', birth_date: '1990-01-01' },
    ...{ name_text: 'huda karim', search_text: 'huda karim' },
  })
  const at = (path: string) => `${app.url}/c/${clinic.company_id}${path}`
  const versions = () =>
    app.sql<{ version_num: number; keys: string[] }>(
      `select version_num, array(select jsonb_array_elements(fields) ->> 'key') as keys from form_version
       where company_id = $1`,
      [clinic.company_id],
    )
  const owner = await openAs(app, browser, { clinic, role: 'owner' })
  const { page } = owner
  await openAt(page, at('/forms?tab=forms'))
  await button(page, 'New form').click()
  const drawer = page.getByRole('dialog', { name: 'New form' })
  await drawer.getByRole('textbox', { name: 'Name', exact: true }).fill('Medical history')
  await drawer.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Form', exact: true }).waitFor()
  const fill = (name: string, text: string) => page.getByRole('textbox', { name, exact: true }).fill(text)
  await button(page, 'Add a question').click()
  await page.getByRole('combobox', { name: 'Answered by' }).selectOption('select')
  await fill('Question in English', 'How often?')
  await fill('What can be chosen', 'Daily | يوميًا\nSometimes | أحيانًا')
  await button(page, 'Add a question').click()
  await page.getByRole('combobox', { name: 'Answered by' }).selectOption('boolean')
  await fill('Question in English', 'Do you smoke?')
  await fill('Question in Arabic', 'هل تدخن؟')
  const questions = page.getByRole('list', { name: 'Questions' })
  const second = questions.getByRole('button', { name: /Do you smoke/ })
  await second.focus()
  await page.keyboard.press('m')
  await page.getByText(/Moving: place/).waitFor()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('m')
  assert.match((await questions.getByRole('listitem').first().textContent()) ?? '', /Do you smoke/)
  await page.getByRole('region', { name: 'As patients read it in Arabic' }).getByText('هل تدخن؟').waitFor()
  await page.getByRole('region', { name: 'As patients read it in Arabic' }).getByText('يوميًا').waitFor()
  await assertAccessible(page, 'builder')
  await assertFits(page, 'builder')
  await button(page, 'Save the draft').click()
  const drafts = () => app.sql('select version from form_draft where company_id = $1', [clinic.company_id])
  await eventually(drafts, [{ version: 2 }])
  await button(page, 'Publish').click()
  await eventually(versions, [{ version_num: 1, keys: ['q2', 'q1'] }])
  const settings = page.getByRole('form', { name: 'What it is called, and whether it is used' })
  await settings.getByRole('checkbox', { name: 'A patient may answer it more than once' }).check()
  await settings.getByRole('button', { name: 'Save', exact: true }).click()
  const several = () =>
    app.sql('select multiple_submissions_allowed as several from form where company_id = $1', [clinic.company_id])
  await eventually(several, [{ several: true }])
  assert.deepEqual(owner.violations, [])
  await owner.close()

  const desk = await openAs(app, browser, { clinic, role: 'receptionist' })
  await openAt(desk.page, at(`/patients/${patient.id}/forms`))
  await button(desk.page, 'Have it signed or filled in').click()
  const sending = desk.page.getByRole('dialog', { name: 'Have it signed or filled in' })
  await sending.getByRole('combobox', { name: 'How' }).selectOption('none')
  await sending.getByRole('button', { name: 'Send', exact: true }).click()
  const address = sending.getByText(/\/p\/form\//)
  await address.waitFor()
  const path = new URL((await address.textContent())?.trim() ?? '').pathname
  const phone = await openPage(browser, { viewport: { width: 360, height: 740 }, isMobile: true, locale: 'ar' })
  await phone.page.goto(`${app.url}${path}?lang=ar`)
  await phone.page.getByRole('textbox').fill('1990')
  await phone.page.getByRole('button').click()
  await phone.page.getByText('هل تدخن؟').waitFor()
  await assertAccessible(phone.page, 'form')
  await assertFits(phone.page, 'form')
  const targets = await phone.page
    .locator('button:visible, .choice:visible')
    .evaluateAll(all => all.map(one => one.getBoundingClientRect().height))
  assert.ok(targets.length > 4 && targets.every(height => height >= 44), String(targets))
  await phone.page.getByRole('radio', { name: 'نعم' }).check()
  await phone.page.getByRole('radio', { name: 'يوميًا' }).check()
  await phone.page.getByRole('button', { name: 'إرسال' }).click()
  await phone.page.getByText('أُرسلت إجاباتك').waitFor()
  await phone.close()
  await desk.page.keyboard.press('Escape')
  await sending.waitFor({ state: 'detached' })
  await desk.page.reload()
  await desk.page.getByRole('button', { name: /^Open: .?Medical history/ }).click()
  const answers = desk.page.getByRole('dialog', { name: 'Form', exact: true })
  await answers.getByText('Answered').waitFor()
  await answers.getByText('Daily').waitFor()
  await desk.close()
})

test('of a visit that is over the desk asks how it was; the patient says so on a phone, once', async () => {
  const clinic = await app.clinic({ name: 'Palm Clinic', name_ar: 'عيادة النخلة' })
  const branch = await app.branch(clinic)
  const [doctor, patient] = [await app.doctor([branch]), await app.patient(branch)]
  const visit = await visitOf(app, { clinic, branch, doctor, patient }, { status: 'COMPLETED' })
  const { page, close } = await openAs(app, browser, { clinic, role: 'receptionist' })
  await openAt(page, `${app.url}/c/${clinic.company_id}/day?open=${visit}`)
  const drawer = page.getByRole('dialog', { name: 'Visit' })
  await drawer.getByRole('button', { name: 'Ask how it was' }).click()
  await drawer.getByRole('combobox', { name: 'How' }).selectOption('none')
  await drawer.getByRole('button', { name: 'Send', exact: true }).click()
  const address = drawer.getByText(/\/p\/feedback\//)
  await address.waitFor()
  const path = new URL((await address.textContent())?.trim() ?? '').pathname
  for (const lang of ['ar', 'en'] as const) {
    const phone = await openPage(browser, { viewport: { width: 360, height: 740 }, isMobile: true, locale: lang })
    await phone.page.goto(`${app.url}${path}?lang=${lang}`)
    await assertAccessible(phone.page, `feedback ${lang}`)
    await assertFits(phone.page, `feedback ${lang}`)
    if (lang === 'en') {
      await phone.page.getByRole('group', { name: 'Your rating' }).getByRole('radio', { name: '5' }).check()
      await phone.page.getByRole('textbox').fill('Kind people')
      await phone.page.getByRole('button', { name: 'Send' }).click()
      await phone.page.getByText('The clinic reads every answer.').waitFor()
    }
    await phone.close()
  }
  const said = () => app.sql('select rating, comment, channel from feedback where appointment_id = $1', [visit])
  await eventually(said, [{ rating: 5, comment: 'Kind people', channel: 'link' }])
  await close()
})
