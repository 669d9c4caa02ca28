import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isMainPublisherRoom, mayOpenPublisherRoom, PUBLISHER_ROOM_KEYS } from '@clinic/console/app/publisher-rooms.ts'
import { publisherShell } from '@clinic/console/app/publisher-texts.ts'
import { PUBLISHER_ROLES } from '@clinic/contract/publisher/roles.ts'
import { member, openPublisherScene } from '../../server/test/support/publisher/scene.ts'
import { startBrowser } from './browser.ts'
import { assertAccessible, assertFits, DESKTOP, PHONE, startConsole } from './console.ts'
import { settled } from './logged-in.ts'
import { fullPublisher, openWith, publisherAddresses } from './publisher-scenes.ts'

const app = await startConsole()
const browser = await startBrowser()
const { scene, scenes } = await fullPublisher(app)
const { publisherId, clinic } = scene

test('every role finds the rooms that it may open, and every other says from which role on it is open', async () => {
  for (const role of PUBLISHER_ROLES) {
    const who = await member(app, { id: publisherId, sandboxClinicId: clinic.company_id }, role)
    const { page, violations, close } = await openWith(app, browser, who)
    for (const room of PUBLISHER_ROOM_KEYS) {
      const [address = ''] = publisherAddresses(publisherId, room, scenes[room])
      await page.goto(app.url + address)
      await settled(page)
      const refused = (await page.getByRole('heading', { level: 1, name: publisherShell.en.refused }).count()) > 0
      assert.equal(refused, !mayOpenPublisherRoom(role, room), `${room} as ${role}`)
      const links = await page
        .locator('#rooms')
        .getByRole('link', { name: publisherShell.en[room], exact: true })
        .count()
      assert.equal(links > 0, isMainPublisherRoom(room) && mayOpenPublisherRoom(role, room), `${room} as ${role}`)
    }
    assert.deepEqual(violations, [])
    await close()
  }
})

for (const [locale, viewport, colorScheme] of [
  ['en-GB', DESKTOP, 'dark'],
  ['ar-SA', PHONE, 'light'],
] as const) {
  const how = `${locale}, ${viewport.width} px, ${colorScheme}`
  test(`${how}: every room of a publisher, full, empty and failing, fits and breaks no rule of access`, async () => {
    const full = [
      '/publisher',
      ...PUBLISHER_ROOM_KEYS.flatMap(room => publisherAddresses(publisherId, room, scenes[room])),
    ]
    const empty = await openPublisherScene(app)
    const none = PUBLISHER_ROOM_KEYS.filter(isMainPublisherRoom).flatMap(room =>
      publisherAddresses(empty.publisherId, room, {}),
    )
    const first = await openWith(app, browser, scene, { viewport, locale, colorScheme })
    const second = await openWith(app, browser, empty, { viewport, locale, colorScheme })
    const look = async ({ page }: typeof first, addresses: readonly string[], what: string) => {
      for (const address of addresses) {
        await page.goto(app.url + address)
        await settled(page)
        if (address.includes('open=')) await page.getByRole('dialog').waitFor()
        await assertAccessible(page, `${address} ${how} ${what}`)
        await assertFits(page, `${address} ${how} ${what}`)
      }
    }
    await look(first, full, 'full')
    await look(second, none, 'empty')
    const body = { error: { code: 'internal_error', message: 'x', requestId: 'req_support' } }
    await second.page.route(/\/publisher\/v1\/\w/, route => route.fulfill({ status: 500, json: body }))
    await look(second, none, 'failed')
    assert.deepEqual(first.violations, [])
    await first.close()
    await second.close()
  })
}
