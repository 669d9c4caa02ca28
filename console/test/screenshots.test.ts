import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { ROOM_KEYS } from '@clinic/console/app/rooms.ts'
import { ROOT } from '../../server/test/runner/files.ts'
import { startBrowser } from './browser.ts'
import { assertFits, startConsole } from './console.ts'
import { openAs, settled } from './logged-in.ts'
import { addressesOf, fullClinic } from './room-scenes.ts'

/** Where the pictures go, from the root; `npm run screenshots` says it. Without it none are made. */
const { SCREENSHOTS } = process.env

const VIEWS = ['en-GB', 'ar-SA'].flatMap(locale =>
  [1440, 390].flatMap(width => (['light', 'dark'] as const).map(colorScheme => ({ locale, width, colorScheme }))),
)

test('a picture of every room, in both languages, on a phone and a desk, light and dark', {
  skip: SCREENSHOTS === undefined,
}, async () => {
  const folder = join(ROOT, SCREENSHOTS ?? '')
  await mkdir(folder, { recursive: true })
  const app = await startConsole()
  const browser = await startBrowser()
  const { clinic, scenes } = await fullClinic(app)
  for (const { locale, width, colorScheme } of VIEWS) {
    const viewport = { width, height: 900 }
    const { page, close } = await openAs(app, browser, { clinic }, { viewport, locale, colorScheme })
    for (const room of ROOM_KEYS)
      for (const [index, address] of addressesOf(clinic.company_id, room, scenes[room]).entries()) {
        await page.goto(app.url + address)
        await settled(page)
        const isOpen = address.includes('open=')
        if (isOpen) await page.getByRole('dialog').waitFor()
        await assertFits(page, `${address} ${locale} ${width}`)
        const name = [room, index, locale.slice(0, 2), width, colorScheme].join('-')
        await page.screenshot({ path: join(folder, `${name}.png`), fullPage: !isOpen })
      }
    await close()
  }
})
