import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { startBrowser } from './browser.ts'
import { assertAccessible, assertFits, DESKTOP, focused, openPage, PHONE, startConsole } from './console.ts'

const app = await startConsole()
const browser = await startBrowser()

const PLACES = [
  '',
  '/changelog',
  '/guides/webhooks',
  '/guides/manifest',
  '/guides/limits',
  '/reference/patients',
  '/reference/webhook-endpoints',
  '/events',
  '/errors',
  '/scopes',
  '/staff/scopes',
]

const NARROWEST = { width: 320, height: 640 }

for (const [viewport, colorScheme] of [
  [DESKTOP, 'light'],
  [PHONE, 'dark'],
] as const)
  test(`everybody can read guides and reference, ${viewport.width} pixels wide and 320, ${colorScheme}`, async () => {
    const { page, violations, close } = await openPage(browser, { viewport, colorScheme })
    for (const place of PLACES) {
      await page.setViewportSize(viewport)
      await page.goto(`${app.url}/docs${place}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await assertAccessible(page, `${place} ${viewport.width}`)
      await assertFits(page, `${place} ${viewport.width}`)
      await page.setViewportSize(NARROWEST)
      await assertFits(page, `${place} ${NARROWEST.width}`)
    }
    assert.deepEqual(violations, [])
    await close()
  })

/** The code that is shown of the cards with tabs. */
const shownCode = (page: Page): Promise<string[]> =>
  page.locator('.samples pre:visible').evaluateAll(found => found.map(({ textContent }) => textContent))

test('the pages are read without a script: text, code in each language, the way to other pages', async () => {
  const { page, close } = await openPage(browser, { javaScriptEnabled: false })
  await page.goto(`${app.url}/docs/guides/webhooks`)
  await page.getByRole('heading', { name: 'Retries' }).waitFor()
  const [first = ''] = await shownCode(page)
  assert.match(first, /^curl -X POST/)
  await page.getByRole('radiogroup').first().getByText('Python').click()
  assert.match((await shownCode(page))[0] ?? '', /^import json/)
  for (const useless of [page.getByRole('searchbox'), page.getByRole('button', { name: /Copy/ })])
    assert.equal(await useless.count(), 0)
  await page.getByRole('navigation', { name: 'Documentation' }).getByRole('link', { name: 'Leads' }).click()
  await page.getByRole('heading', { name: 'Create a lead' }).waitFor()
  await close()
})

test('the language that is chosen once holds for every card, and on the next page', async () => {
  const { page, close } = await openPage(browser)
  await page.goto(`${app.url}/docs/guides/booking`)
  await page.getByRole('radio', { name: 'curl' }).first().focus()
  await page.keyboard.press('ArrowRight')
  assert.ok((await shownCode(page)).every(code => /await fetch/.test(code)))
  await page.getByRole('radio', { name: 'Python' }).last().check({ force: true })
  await page.goto(`${app.url}/docs/reference/payments`)
  const shown = await shownCode(page)
  assert.ok(shown.length === 3 && shown.every(code => /^import json/.test(code)))
  await close()
})

test('the search leads to guides and reference by the keyboard alone, and says when it found nothing', async () => {
  const { page, violations, close } = await openPage(browser)
  await page.goto(`${app.url}/docs`)
  await page.keyboard.press('/')
  assert.equal(await focused(page), 'Search guides and reference')
  const results = page.locator('#found a')
  const status = page.locator('#found [role=status]')
  await page.keyboard.type('order guaranteed')
  await results.filter({ hasText: 'Webhooks: Order' }).waitFor()
  await page.getByRole('searchbox').fill('slot_unavailable')
  await page.locator('#found a[href="/docs/errors#slot_unavailable"]').waitFor()
  await page.getByRole('searchbox').fill('xyzzy nowhere')
  await status.filter({ hasText: 'Nothing found for “xyzzy nowhere”.' }).waitFor()
  assert.equal(await results.count(), 0)
  await assertAccessible(page, 'nothing found')
  await page.getByRole('searchbox').fill('rotate the signing secret')
  await results.first().waitFor()
  await assertAccessible(page, 'found')
  await page.getByRole('searchbox').press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/docs\/reference\/webhook-endpoints#rotateWebhookEndpointSecret$/)
  await page.keyboard.press('/')
  await page.keyboard.type('nothing')
  await page.keyboard.press('Escape')
  await page.getByRole('navigation', { name: 'Documentation' }).waitFor()
  assert.deepEqual(violations, [])
  await close()
})

test('the menu of a phone opens for the search, and closes on the way to a place of the page', async () => {
  const { page, close } = await openPage(browser, { viewport: PHONE })
  await page.goto(`${app.url}/docs/guides/sync`)
  const navigation = page.getByRole('navigation', { name: 'Documentation' })
  assert.equal(await navigation.isVisible(), false)
  await page.getByRole('button', { name: 'Menu' }).click()
  await navigation.getByRole('link', { name: 'Windows' }).click()
  await navigation.waitFor({ state: 'hidden' })
  await page.keyboard.press('/')
  assert.equal(await focused(page), 'Search guides and reference')
  await close()
})
