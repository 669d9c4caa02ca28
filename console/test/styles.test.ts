import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ruleTexts } from '@clinic/console/features/styles/rule-texts.ts'
import { sampleTexts } from '@clinic/console/features/styles/sample-texts.ts'
import { ui } from '@clinic/console/ui/texts.ts'
import { startBrowser } from './browser.ts'
import { assertAccessible, assertFits, DESKTOP, focused, PHONE, startConsole } from './console.ts'
import { openAs } from './logged-in.ts'

const app = await startConsole()
const browser = await startBrowser()
const clinic = await app.clinic({ name: 'Palm Clinic', name_ar: 'عيادة النخلة' })
const PARTS = Object.keys(ruleTexts.en.parts)

for (const [locale, viewport, colorScheme] of [
  ['en-GB', DESKTOP, 'light'],
  ['ar-SA', PHONE, 'dark'],
] as const)
  test(`every piece fits and breaks no rule of access: ${locale}, ${viewport.width} px, ${colorScheme}`, async () => {
    const words = locale === 'ar-SA' ? ui.ar : ui.en
    const sample = locale === 'ar-SA' ? sampleTexts.ar : sampleTexts.en
    const { page, violations, close } = await openAs(app, browser, { clinic }, { viewport, locale, colorScheme })
    const look = async (what: string) => {
      await assertAccessible(page, `${what} ${locale}`)
      await assertFits(page, `${what} ${locale}`)
    }
    for (const address of [...PARTS.map(part => `?tab=${part}`), '?tab=lists&state=removed', '?tab=lists&open=lab']) {
      await page.goto(`${app.url}/styles${address}`)
      await page.locator('.room h1').waitFor()
      if (address.includes('open=')) await page.getByRole('dialog').waitFor()
      await look(address)
    }
    await page.goto(`${app.url}/styles?tab=dialogs`)
    await page.getByRole('button', { name: sample.conflict }).click()
    await page.getByRole('dialog', { name: words.conflictTitle }).waitFor()
    await look('the conflict')
    await page.getByRole('button', { name: words.applyMine }).click()
    await page.getByRole('status').filter({ hasText: sample.mine }).waitFor()
    await look('a message')
    assert.deepEqual(violations, [])
    await close()
  })

test('what was done is taken back by Z while it can be, and a conflict that is closed decides nothing', async () => {
  const { page, close } = await openAs(app, browser, { clinic })
  await page.goto(`${app.url}/styles?tab=dialogs`)
  const archive = page.getByRole('button', { name: 'Archive' })
  await archive.click()
  await page.getByText(sampleTexts.en.done).waitFor()
  await page.keyboard.press('z')
  await page.getByText(sampleTexts.en.doneAgain).waitFor()
  await page.keyboard.press('z')
  assert.equal(await page.getByText(sampleTexts.en.doneAgain).count(), 1)
  await page.getByRole('button', { name: sampleTexts.en.conflict }).click()
  const dialog = page.getByRole('dialog', { name: ui.en.conflictTitle })
  await dialog.getByText('Amal Invented').waitFor()
  assert.equal(await focused(page), ui.en.keepTheirs)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  assert.equal(await page.getByText(sampleTexts.en.theirs).count(), 0)
  await close()
})

test('filters, sort, page and what is ticked stand in the address, and the way back leads to the page before', async () => {
  const { page, close } = await openAs(app, browser, { clinic })
  await page.goto(`${app.url}/styles?tab=lists`)
  const rows = page.getByRole('table').getByRole('row')
  await page.getByRole('checkbox', { name: /Pearl Lab/ }).check()
  await page.getByRole('button', { name: 'Cases' }).click()
  await page.getByRole('button', { name: 'Cases' }).click()
  assert.match((await rows.nth(1).textContent()) ?? '', /Harbour Lab/)
  await page.getByRole('button', { name: ui.en.nextPage }).click()
  await page.getByText('Garden Lab').waitFor()
  const address = new URL(page.url()).searchParams
  assert.deepEqual([address.get('selected'), address.get('sort'), address.get('after')], ['pearl', '-cases', 'after-3'])
  await page.reload()
  await page.getByText('Garden Lab').waitFor()
  await page.goBack()
  await page.getByText('Pearl Lab').waitFor()
  assert.equal(await page.getByRole('checkbox', { name: /Pearl Lab/ }).isChecked(), true)
  await rows.nth(1).getByRole('button').focus()
  await page.keyboard.press('j')
  assert.equal(await focused(page), 'Coast Lab')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await page.goBack()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByLabel('State', { exact: true }).selectOption('removed')
  await page.getByRole('button', { name: ui.en.clearFilters }).click()
  await page.getByText('Pearl Lab').waitFor()
  await close()
})

test('in production there is no such page', async () => {
  const production = await app.secondProcess({ STYLES_PAGE: 'off' })
  const { status } = await fetch(`${production.url}/styles`, { headers: { accept: 'text/html' } })
  assert.equal(status, 404)
})
