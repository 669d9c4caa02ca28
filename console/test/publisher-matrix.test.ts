import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isMainPublisherRoom, mayOpenPublisherRoom, PUBLISHER_ROOM_KEYS } from '@clinic/console/app/publisher-rooms.ts'
import { publisherShell } from '@clinic/console/app/publisher-texts.ts'
import { activateTexts } from '@clinic/console/features/activate/texts.ts'
import { PUBLISHER_ROLES } from '@clinic/contract/publisher/roles.ts'
import type { Page } from 'playwright-core'
import { developer, member, openPublisherScene } from '../../server/test/support/publisher/scene.ts'
import { startBrowser } from './browser.ts'
import { startConsole } from './console.ts'
import { LOOKS, type Look, lookAt, lookHere } from './looks.ts'
import { moveTo, openAt } from './places.ts'
import { besidesRooms, fullPublisher, openWith, publisherAddresses } from './publisher-scenes.ts'

const app = await startConsole()
const browser = await startBrowser()
const { scene, scenes, plugin } = await fullPublisher(app)
const { publisherId, clinic } = scene
const besides = await besidesRooms(app, scene, plugin.id)

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

/** Pages that stand in no workplace: each is opened by itself. */
async function lookAtEach(page: Page, look: Look, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await openAt(page, app.url + path)
    await lookHere(page, look, path)
  }
}

for (const look of LOOKS)
  test(`${look.how}: what a program asks for by its code, what reviewers decide and where a link leads fit and break no rule of access`, async () => {
    const { activate, install, reviews, reviewer } = besides
    const texts = activateTexts[look.options.locale === 'ar-SA' ? 'ar' : 'en']
    const whose = [scene, await developer(app), reviewer] as const
    const opened = await Promise.all(whose.map(who => openWith(app, browser, who, look.options)))
    const [owner, stranger, platform] = opened.map(({ page }) => page)
    if (!owner || !stranger || !platform) throw new Error('No page was opened.')
    await lookAtEach(owner, look, [install, await activate()])
    await owner.getByRole('button', { name: texts.find }).click()
    await owner.getByRole('button', { name: texts.approve, exact: true }).waitFor()
    await lookHere(owner, look, 'what a program asks for')
    await owner.getByRole('button', { name: texts.deny, exact: true }).click()
    await owner.getByRole('heading', { level: 1, name: texts.denied }).waitFor()
    await lookHere(owner, look, 'a program that was refused')
    // Of no publisher, of no clinic, no reviewer.
    await lookAtEach(stranger, look, [install, '/platform/review', await activate()])
    await stranger.getByRole('button', { name: texts.find }).click()
    await stranger.getByText(texts.noPublisher).waitFor()
    await lookHere(stranger, look, 'a program, by a person of no publisher')
    await lookAtEach(platform, look, reviews)
    assert.equal(await platform.getByRole('heading', { level: 1 }).count(), 1)
    for (const { violations, close } of opened) {
      assert.deepEqual(violations, [])
      await close()
    }
  })
