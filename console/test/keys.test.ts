import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { startBrowser } from './browser.ts'
import { assertAccessible, startConsole } from './console.ts'
import { openAs, settled } from './logged-in.ts'

const app = await startConsole()
const browser = await startBrowser()
const clinic = await app.clinic({ name: 'Palm Clinic', name_ar: 'عيادة النخلة' })
const room = (path: string) => `${app.url}/c/${clinic.company_id}${path}`
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()

test('the palette leads to a room by a part of its name, in either language, and offers none that the role may not open', async () => {
  const { page, violations, close } = await openAs(app, browser, { clinic, role: 'doctor' })
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
  await palette.getByRole('combobox').fill('عرب')
  await page.keyboard.press('Enter')
  await heading(page, 'الإضافات')
  await page.keyboard.press('Control+k')
  const arabic = page.getByRole('dialog', { name: 'الانتقال أو التنفيذ' })
  // However the letter is written.
  await arabic.getByRole('combobox').fill('الأضافات')
  await page.keyboard.press('Enter')
  await arabic.waitFor({ state: 'detached' })
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
