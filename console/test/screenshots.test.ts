import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { PUBLISHER_ROOM_KEYS } from '@clinic/console/app/publisher-rooms.ts'
import { ROOM_KEYS } from '@clinic/console/app/rooms.ts'
import type { Page } from 'playwright-core'
import { ROOT } from '../../server/test/runner/files.ts'
import { startBrowser } from './browser.ts'
import { assertFits, startConsole } from './console.ts'
import { openAs, settled } from './logged-in.ts'
import { besidesRooms, fullPublisher, openWith, publisherAddresses } from './publisher-scenes.ts'
import { addressesOf } from './room-addresses.ts'
import { fullClinic } from './room-scenes.ts'

/** Where the pictures go, from the root; `npm run screenshots` says it. Without it none are made. */
const { SCREENSHOTS, ROOMS = '', ONLY = '' } = process.env

const VIEWS = ['en-GB', 'ar-SA'].flatMap(locale =>
  [1440, 1024, 768, 390].flatMap(width =>
    (['light', 'dark'] as const).map(colorScheme => ({ locale, width, colorScheme })),
  ),
)
type View = (typeof VIEWS)[number]

const nameOf = ({ locale, width, colorScheme }: View): string => [locale.slice(0, 2), width, colorScheme].join('-')

/** The views that `ONLY` names, as `en-390-dark`; all of them without it. */
const WANTED_VIEWS = VIEWS.filter(view => ONLY === '' || ONLY.split(' ').includes(nameOf(view)))

/** The rooms whose names begin with one of the words of `ROOMS`; all of them without it. */
const isWanted = (room: string): boolean => ROOMS.split(' ').some(word => room.startsWith(word))

test('a picture of every room, in both languages, on a phone, a tablet and a desk, light and dark', {
  skip: SCREENSHOTS === undefined,
}, async () => {
  const folder = join(ROOT, SCREENSHOTS ?? '')
  await mkdir(folder, { recursive: true })
  const app = await startConsole()
  const browser = await startBrowser()
  const { clinic, scenes } = await fullClinic(app)
  const publisher = await fullPublisher(app)
  const { install, reviews, reviewer, activate } = await besidesRooms(app, publisher.scene, publisher.plugin.id)
  const places = [
    ...ROOM_KEYS.map(room => ({ room, of: 'clinic', at: addressesOf(clinic.company_id, room, scenes[room]) })),
    { room: 'publishers', of: 'publisher', at: ['/publisher'] },
    ...PUBLISHER_ROOM_KEYS.map(room => ({
      ...{ room, of: 'publisher' },
      at: publisherAddresses(publisher.scene.publisherId, room, publisher.scenes[room]),
    })),
    { room: 'installLink', of: 'publisher', at: [install] },
    { room: 'activate', of: 'publisher', at: [await activate()] },
    { room: 'review', of: 'reviewer', at: reviews },
  ].filter(({ room }) => isWanted(room))
  const take = async (page: Page, of: string, view: View) => {
    for (const { room, at } of places.filter(place => place.of === of))
      for (const [index, address] of at.entries()) {
        await page.goto(app.url + address)
        await settled(page)
        const isOpen = /(open|book)=/.test(address)
        if (isOpen) await page.getByRole('dialog').waitFor()
        await settled(page)
        await assertFits(page, `${address} ${nameOf(view)}`)
        const name = [room, index, nameOf(view)].join('-')
        await page.screenshot({ path: join(folder, `${name}.png`), fullPage: !isOpen, animations: 'disabled' })
      }
  }
  for (const view of WANTED_VIEWS) {
    const { locale, width, colorScheme } = view
    const options = { viewport: { width, height: 900 }, locale, colorScheme }
    const inClinic = await openAs(app, browser, { clinic }, options)
    await take(inClinic.page, 'clinic', view)
    await inClinic.close()
    for (const [of, who] of Object.entries({ publisher: publisher.scene, reviewer })) {
      const opened = await openWith(app, browser, who, options)
      await take(opened.page, of, view)
      await opened.close()
    }
  }
})
