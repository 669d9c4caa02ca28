import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mayOpen } from '@clinic/console/app/room-access.ts'
import { isMainRoom, ROOM_KEYS } from '@clinic/console/app/rooms.ts'
import { shell } from '@clinic/console/app/texts.ts'
import { STAFF_ROLES } from '@clinic/contract/staff/permissions.ts'
import type { Request } from 'playwright-core'
import { startBrowser } from './browser.ts'
import { assertFits, PHONE, startConsole } from './console.ts'
import { clinicNamedBy, openAs, runsInClinic } from './logged-in.ts'
import { moveTo, openAt } from './places.ts'
import { addressesOf } from './room-addresses.ts'
import { fullClinic } from './room-scenes.ts'

const app = await startConsole()
const browser = await startBrowser()
const { clinic, scenes } = await fullClinic(app)
const { company_id: id } = clinic

for (const role of STAFF_ROLES)
  test(`${role}: every room that the role may open shows itself, every other names the roles that may`, async () => {
    const { page, violations, close } = await openAs(app, browser, { clinic, role })
    const [asked, refusals]: [Request[], string[]] = [[], []]
    page.on('request', request => runsInClinic(request) && asked.push(request))
    page.on('response', answer => answer.status() === 403 && refusals.push(answer.url()))
    for (const room of ROOM_KEYS) {
      const [address = ''] = addressesOf(id, room, scenes[room])
      await (room === ROOM_KEYS[0] ? openAt : moveTo)(page, app.url + address)
      const refused = (await page.getByRole('heading', { level: 1, name: shell.en.refused }).count()) > 0
      assert.equal(refused, !mayOpen(role, room), room)
      const links = await page.locator('#rooms').getByRole('link', { name: shell.en[room], exact: true }).count()
      assert.equal(links > 0, isMainRoom(room) && mayOpen(role, room), `${room} in the navigation`)
    }
    // Every call says in which clinic, and none asks for what the role is refused.
    assert.ok(asked.length > 0)
    for (const request of asked) assert.equal(clinicNamedBy(request), id, request.url())
    assert.deepEqual(refusals, [])
    assert.deepEqual(violations, [])
    await close()
  })

test('by touch on a phone a file is opened, a row ticked, the menu used, a drawer opened and closed, and nothing scrolls to the side', async () => {
  const touch = { viewport: PHONE, hasTouch: true, isMobile: true }
  const { page, violations, close } = await openAs(app, browser, { clinic }, touch)
  const plugin = `${app.url}/c/${id}/plugins/installed/${scenes.plugin.about?.id}`
  await openAt(page, `${app.url}/c/${id}/patients`)
  await page
    .locator('#main')
    .getByRole('link', { name: /الغامدي/ })
    .first()
    .tap()
  await page.getByRole('heading', { level: 1, name: /الغامدي/ }).waitFor()
  await assertFits(page, 'a file')
  await page.getByRole('button', { name: 'Menu' }).tap()
  const rooms = page.locator('#rooms')
  await rooms.getByRole('link', { name: shell.en.plugins, exact: true }).waitFor()
  await assertFits(page, 'the menu')
  await rooms.getByRole('link', { name: shell.en.plugins, exact: true }).tap()
  await page.getByRole('heading', { level: 1, name: shell.en.plugins }).waitFor()
  await page
    .locator(`#main a[href="${new URL(plugin).pathname}"]`)
    .first()
    .tap()
  await page.getByRole('link', { name: 'Keys', exact: true }).tap()
  const row = page.locator('#main').getByRole('checkbox').last()
  await row.tap()
  await row.and(page.locator(':checked')).waitFor()
  await assertFits(page, 'a row that is ticked')
  await page.getByRole('button', { name: 'New key' }).tap()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('textbox').first().waitFor()
  await assertFits(page, 'a drawer')
  await drawer.getByRole('button', { name: 'Close' }).tap()
  await drawer.waitFor({ state: 'detached' })
  await assertFits(page, 'the room again')
  assert.deepEqual(violations, [])
  await close()
})
