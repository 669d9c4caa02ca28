import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startBrowser } from './browser.ts'
import { assertAccessible, assertFits, DESKTOP, openPage, PHONE, startConsole } from './console.ts'

const app = await startConsole()
const browser = await startBrowser()

const PLACES = [
  '/docs',
  '/docs#/patients',
  '/docs#/webhook-endpoints',
  '/docs#/webhooks',
  '/docs#/errors',
  '/docs#/scopes',
  '/docs/staff#/scopes',
]

for (const [viewport, colorScheme] of [
  [DESKTOP, 'light'],
  [PHONE, 'dark'],
  [{ width: 320, height: 640 }, 'light'],
] as const)
  test(`everybody can read the reference, ${viewport.width} pixels wide, ${colorScheme}`, async () => {
    const { page, violations, close } = await openPage(browser, { viewport, colorScheme })
    for (const place of PLACES) {
      // Another place on the page that is there would not load it.
      await page.goto('about:blank')
      await page.goto(app.url + place)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await assertAccessible(page, `${place} ${viewport.width}`)
      await assertFits(page, `${place} ${viewport.width}`)
    }
    assert.deepEqual(violations, [])
    await close()
  })
