import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { startBrowser } from './browser.ts'
import { assertAccessible, startConsole } from './console.ts'
import { openAs, settled } from './logged-in.ts'
import { watchTraces } from './traces.ts'

const app = await startConsole()
const browser = await startBrowser()
const clinic = await app.clinic({ name: 'Palm Clinic', name_ar: 'عيادة النخلة' })
await app.patient(await app.branch(clinic), {
  ...{ first_name: 'أحمد', last_name: 'الغامدي', name_text: 'احمد الغامدي', search_text: 'احمد الغامدي' },
})
const room = (path: string) => `${app.url}/c/${clinic.company_id}${path}`
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()

test('the palette leads to a patient in any spelling and to a room by a part of its name, in either language, and offers none that the role may not open', async () => {
  const { page, violations, close } = await openAs(app, browser, { clinic, role: 'doctor' })
  const left = watchTraces(page)
  await page.goto(room('/assistants'))
  await settled(page)
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Go to, or do' })
  await palette.getByRole('combobox').fill('plu')
  assert.deepEqual(await palette.getByRole('option').allInnerTexts(), ['Plugins'])
  await assertAccessible(page, 'the palette')
  await page.keyboard.press('Enter')
  await heading(page, 'Plugins')
  await page.keyboard.press('Control+k')
  await palette.getByRole('combobox').fill('team')
  await palette.getByText('No results').waitFor()
  await palette.getByRole('combobox').fill('احمد')
  await palette.getByRole('option', { name: /أحمد الغامدي/ }).waitFor()
  await assertAccessible(page, 'the palette with a patient')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'أحمد الغامدي' }).waitFor()
  assert.doesNotMatch(`${page.url()} ${await page.title()}`, /أحمد/)
  await page.keyboard.press('g')
  await page.keyboard.press('f')
  await heading(page, 'Patients')
  await page.keyboard.type('الغامدى')
  await page.getByRole('link', { name: /أحمد الغامدي/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'أحمد الغامدي' }).waitFor()
  await page.goto(room('/plugins'))
  await heading(page, 'Plugins')
  await page.keyboard.press('Control+k')
  await palette.getByRole('combobox').fill('عرب')
  await page.keyboard.press('Enter')
  await heading(page, 'الإضافات')
  await page.keyboard.press('Control+k')
  const arabic = page.getByRole('dialog', { name: 'الانتقال أو التنفيذ' })
  // However the letter is written.
  await arabic.getByRole('combobox').fill('الأضافات')
  await page.keyboard.press('Enter')
  await arabic.waitFor({ state: 'detached' })
  const traces = await left()
  assert.ok(traces.includes('/patients/pat_') && traces.includes('"clinic":"cli_'), traces)
  assert.doesNotMatch(traces, /حمد|غامد/)
  assert.deepEqual(violations, [])
  await close()
})

test('G and a letter lead to a room, ? lists the keys, and single letters can be switched off', async () => {
  const { page, violations, close } = await openAs(app, browser, { clinic })
  await page.goto(room('/assistants'))
  await settled(page)
  await page.keyboard.press('g')
  await page.keyboard.press('p')
  await heading(page, 'Plugins')
  await settled(page)
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keys' })
  await sheet.getByText('Team', { exact: true }).waitFor()
  await assertAccessible(page, 'the sheet of keys')
  await sheet.getByRole('switch', { name: 'Single letters act' }).click()
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
  await page.keyboard.press('g')
  await page.keyboard.press('t')
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: 'Go to, or do' }).waitFor()
  assert.match(page.url(), /\/plugins$/)
  assert.deepEqual(violations, [])
  await close()
})

test('Ctrl and . hide names until they are pressed again, / searches, and what a person likes stays', async () => {
  const { page, violations, close } = await openAs(app, browser, { clinic })
  await page.goto(room('/members'))
  await settled(page)
  const filter = async () =>
    String(await page.evaluate("getComputedStyle(document.querySelector('#main .name')).filter"))
  await page.keyboard.press('Control+.')
  await page.getByRole('status').filter({ hasText: 'are hidden' }).waitFor()
  assert.match(await filter(), /blur/)
  await page.keyboard.press('Control+.')
  assert.equal(await filter(), 'none')
  await page.keyboard.press('/')
  await page.getByRole('dialog', { name: 'Go to, or do' }).waitFor()
  await page.keyboard.press('Escape')
  await page.goto(`${app.url}/preferences`)
  const height = () => page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--row').trim()")
  await page.getByLabel('High, so that each is easy to hit').check()
  assert.equal(await height(), '40px')
  await page.getByLabel('Low, so that more fits').check()
  await page.getByLabel('Arabic-Indic digits').check()
  await assertAccessible(page, 'My settings')
  await page.reload()
  await page.getByLabel('Low, so that more fits').and(page.locator(':checked')).waitFor()
  assert.equal(await height(), '32px')
  await page
    .locator('#main')
    .getByText(/[٠-٩]{4}/)
    .waitFor()
  assert.deepEqual(violations, [])
  await close()
})

test('a console in English fetches no Arabic font', async () => {
  const { page, close } = await openAs(app, browser, { clinic })
  const fonts: string[] = []
  page.on('request', request => request.url().endsWith('.woff2') && fonts.push(request.url()))
  for (const path of ['/assistants', '/plugins', '/members']) {
    await page.goto(room(path))
    await settled(page)
    await page.evaluate('document.fonts.ready.then(() => undefined)')
  }
  assert.ok(fonts.length > 0)
  assert.deepEqual(
    fonts.filter(url => url.includes('-arabic-4') || url.includes('arabic-arabic')),
    [],
  )
  await close()
})
