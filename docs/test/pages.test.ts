import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { startBrowser } from '../../console/test/browser.ts'
import { assertAccessible, assertFits, DESKTOP, openPage, PHONE } from '../../console/test/console.ts'
import { serveDocs } from './served.ts'

const url = await serveDocs()
const browser = await startBrowser()

/** One of every kind. */
const PLACES = [
  '',
  '/guides/webhooks',
  '/guides/manifest',
  '/explain/many-clinics',
  '/reference/labs',
  '/errors',
  '/staff/reference/members',
  '/ar',
  '/ar/guides/installing',
  '/ar/reference/labs',
]

const NARROWEST = { width: 320, height: 640 }

for (const [viewport, colorScheme] of [
  [DESKTOP, 'light'],
  [PHONE, 'dark'],
] as const)
  test(`guides and reference can be read by anyone, ${viewport.width} pixels wide and 320, ${colorScheme}, and fetch from nowhere else`, async () => {
    const { page, violations, close } = await openPage(browser, { viewport, colorScheme })
    const foreign: string[] = []
    page.on('request', request => request.url().startsWith(url) || foreign.push(request.url()))
    for (const place of PLACES) {
      await page.setViewportSize(viewport)
      await page.goto(`${url}/docs${place}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await assertAccessible(page, `${place} ${viewport.width}`)
      await assertFits(page, `${place} ${viewport.width}`)
      await page.setViewportSize(NARROWEST)
      await assertFits(page, `${place} ${NARROWEST.width}`)
    }
    assert.deepEqual([violations, foreign], [[], []])
    await close()
  })

const IDLE_PATIENCE_MS = 90_000

/** The search is loaded once the page is idle, which a busy machine puts off. */
async function openSearch(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.locator('#starlight__search input').waitFor({ state: 'attached', timeout: IDLE_PATIENCE_MS })
  await page.keyboard.press('Control+k')
}

/** The code that is shown of what stands behind tabs. */
const shownCode = (page: Page): Promise<string[]> =>
  page.locator('code-tabs pre:visible').evaluateAll(found => found.map(({ textContent }) => textContent))

test('the language that is chosen once holds for every sample, and on the next page', async () => {
  const { page, close } = await openPage(browser)
  await page.goto(`${url}/docs/guides/booking`)
  await page.getByRole('tab', { name: 'curl' }).first().focus()
  await page.keyboard.press('ArrowRight')
  assert.ok((await shownCode(page)).every(code => /await /.test(code)))
  await page.getByRole('tab', { name: 'Python' }).last().click()
  const colours = await page
    .locator('code-tabs pre:visible span[data-s]')
    .evaluateAll(found => found.map(element => element.ownerDocument.defaultView?.getComputedStyle(element).color))
  assert.ok(new Set(colours).size > 3, 'The policy has taken the colours of the code away.')
  await page.goto(`${url}/docs/reference/payments`)
  const shown = await shownCode(page)
  assert.ok(shown.length === 3 && shown.every(code => /^import json/.test(code)))
  await close()
})

test('without a script every sample is there in each language, and so is the way to other pages', async () => {
  const { page, close } = await openPage(browser, { javaScriptEnabled: false })
  await page.goto(`${url}/docs/guides/webhooks`)
  const shown = await shownCode(page)
  for (const start of [/^curl -X POST/, /^import { createClient }/, /^import json/])
    assert.ok(
      shown.some(code => start.test(code)),
      String(start),
    )
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Leads' }).click()
  await page.getByRole('heading', { name: 'Create a lead' }).waitFor()
  await close()
})

test('one search finds a guide, an operation, an event and an error by the keyboard alone, and speaks Arabic on Arabic pages', async () => {
  const { page, violations, close } = await openPage(browser)
  await openSearch(page, `${url}/docs`)
  const found = page.locator('.pagefind-ui__result-link')
  for (const [words, place] of [
    ['order guaranteed', '/docs/guides/webhooks#order'],
    ['rotate the signing secret', '/docs/reference/webhook-endpoints#rotateWebhookEndpointSecret'],
    ['appointment.checkedin', '/docs/events#appointment.checkedin'],
    ['slot_unavailable', '/docs/errors#slot_unavailable'],
  ] as const) {
    await page.getByRole('dialog').getByRole('textbox').fill(words)
    await found
      .and(page.locator(`[href="${place}"]`))
      .first()
      .waitFor()
  }
  await assertAccessible(page, 'found')
  await page.getByRole('dialog').getByRole('textbox').fill('ظظظظ')
  await page.getByText(/No results for/).waitFor()
  await openSearch(page, `${url}/docs/ar`)
  await page.getByRole('dialog').getByRole('textbox').fill('موافقة')
  await page.getByText(/عدد النتائج عن موافقة/).waitFor()
  assert.deepEqual(violations, [])
  await close()
})
