import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../../server/test/support/eventually.ts'
import { startBrowser } from './browser.ts'
import { startConsole } from './console.ts'
import { openAs } from './logged-in.ts'
import { openAt } from './places.ts'

const app = await startConsole()
const browser = await startBrowser()

test('the logo is chosen, shown and taken off; one that is too large is said to be', async () => {
  const clinic = await app.clinic({ name: 'Palm Clinic', name_ar: 'عيادة النخلة' })
  const { page, violations, close } = await openAs(app, browser, { clinic })
  await openAt(page, `${app.url}/c/${clinic.company_id}/settings/clinic`)
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const choose = (buffer: Buffer) =>
    page.locator('input[type=file]').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer })
  await choose(Buffer.alloc(110_000, png))
  await page.getByText('larger than 100 kB').waitFor()
  await choose(png)
  const logo = page.getByRole('img', { name: 'Logo' })
  await logo.waitFor()
  // Loaded, as the policy of the page permits.
  await eventually(() => page.evaluate<number>("document.querySelector('img[alt=Logo]').naturalWidth"), 1)
  await page.getByRole('button', { name: 'Take it off' }).click()
  await logo.waitFor({ state: 'detached' })
  assert.deepEqual(violations, [])
  await close()
})
