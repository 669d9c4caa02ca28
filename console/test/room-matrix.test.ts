import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isMainRoom, mayOpen, ROOM_KEYS } from '@clinic/console/app/rooms.ts'
import { shell } from '@clinic/console/app/texts.ts'
import { STAFF_ROLES } from '@clinic/contract/staff/permissions.ts'
import { startBrowser } from './browser.ts'
import { assertAccessible, assertFits, openPage, PHONE, startConsole } from './console.ts'
import { openAs, settled } from './logged-in.ts'
import { LOOKS, lookAt } from './looks.ts'
import { addressesOf, fullClinic } from './room-scenes.ts'

const app = await startConsole()
const browser = await startBrowser()
const { clinic, scenes } = await fullClinic(app)
const { company_id: id } = clinic
const all = ROOM_KEYS.flatMap(room => addressesOf(id, room, scenes[room]))

test('what breaks a rule of access, or does not fit, is found', async () => {
  const { page, close } = await openPage(browser, { viewport: PHONE })
  await page.setContent('<html lang="en"><title>x</title><main><h1>x</h1><input style="width: 900px"></main></html>')
  await assert.rejects(assertAccessible(page, 'unlabelled'), /label: /)
  await assert.rejects(assertFits(page, 'wide'))
  await close()
})

for (const role of STAFF_ROLES)
  test(`${role}: every room that the role may open shows itself, every other names the roles that may`, async () => {
    const { page, violations, close } = await openAs(app, browser, { clinic, role })
    for (const room of ROOM_KEYS) {
      const [address = ''] = addressesOf(id, room, scenes[room])
      await page.goto(app.url + address)
      await settled(page)
      const refused = (await page.getByRole('heading', { level: 1, name: shell.en.refused }).count()) > 0
      assert.equal(refused, !mayOpen(role, room), room)
      const links = await page.locator('#rooms').getByRole('link', { name: shell.en[room], exact: true }).count()
      assert.equal(links > 0, isMainRoom(room) && mayOpen(role, room), `${room} in the navigation`)
    }
    assert.deepEqual(violations, [])
    await close()
  })

for (const look of LOOKS) {
  test(`${look.how}: every room, with what is in it and what opens beside it, fits and breaks no rule of access`, async () => {
    const { page, violations, close } = await openAs(app, browser, { clinic }, look.options)
    await lookAt(
      page,
      look,
      all.map(address => app.url + address),
    )
    assert.deepEqual(violations, [])
    await close()
  })

  test(`${look.how}: a room that is empty, and one whose server fails, fits and breaks no rule of access`, async () => {
    const empty = await app.clinic({ name: 'New Clinic', name_ar: 'عيادة جديدة', sandbox: true })
    const { page, close } = await openAs(app, browser, { clinic: empty }, look.options)
    const rooms = ROOM_KEYS.filter(isMainRoom).flatMap(room => addressesOf(empty.company_id, room, {}))
    const addresses = rooms.map(address => app.url + address)
    // Either state in one of the looks.
    if (look === LOOKS[0]) await lookAt(page, look, addresses)
    const body = { error: { code: 'internal_error', message: 'x', requestId: 'req_support' } }
    const headers = { 'clinic-id': empty.company_id }
    await page.route(/\/staff\/v1\/(?!session)/, route => route.fulfill({ status: 500, json: body, headers }))
    if (look === LOOKS[1]) await lookAt(page, look, addresses)
    else await page.goto(addresses[0] ?? '')
    await page.getByText('req_support').first().waitFor()
    await close()
  })
}
