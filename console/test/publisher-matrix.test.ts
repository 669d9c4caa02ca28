import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isMainPublisherRoom, mayOpenPublisherRoom, PUBLISHER_ROOM_KEYS } from '@clinic/console/app/publisher-rooms.ts'
import { publisherShell } from '@clinic/console/app/publisher-texts.ts'
import { PUBLISHER_ROLES } from '@clinic/contract/publisher/roles.ts'
import { member, openPublisherScene } from '../../server/test/support/publisher/scene.ts'
import { startBrowser } from './browser.ts'
import { startConsole } from './console.ts'
import { LOOKS, lookAt } from './looks.ts'
import { moveTo, openAt } from './places.ts'
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
      await (room === PUBLISHER_ROOM_KEYS[0] ? openAt : moveTo)(page, app.url + address)
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

for (const look of LOOKS) {
  test(`${look.how}: every room of a publisher, full, empty and failing, fits, breaks no rule of access, and is used by keyboard`, async () => {
    const full = PUBLISHER_ROOM_KEYS.flatMap(room => publisherAddresses(publisherId, room, scenes[room]))
    const empty = await openPublisherScene(app)
    const none = PUBLISHER_ROOM_KEYS.filter(isMainPublisherRoom)
      .flatMap(room => publisherAddresses(empty.publisherId, room, {}))
      .map(address => app.url + address)
    const first = await openWith(app, browser, scene, look.options)
    const second = await openWith(app, browser, empty, look.options)
    await lookAt(
      first.page,
      look,
      ['/publisher', ...full].map(address => app.url + address),
    )
    // Either state in one of the looks.
    if (look === LOOKS[0]) await lookAt(second.page, look, none)
    const body = { error: { code: 'internal_error', message: 'x', requestId: 'req_support' } }
    await second.page.route(/\/publisher\/v1\/\w/, route => route.fulfill({ status: 500, json: body }))
    if (look === LOOKS[1]) await lookAt(second.page, look, none)
    assert.deepEqual(first.violations, [])
    await first.close()
    await second.close()
  })
}
