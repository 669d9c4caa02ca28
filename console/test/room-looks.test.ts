import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isMainRoom, ROOM_KEYS } from '@clinic/console/app/rooms.ts'
import { startBrowser } from './browser.ts'
import { assertAccessible, assertFits, openPage, PHONE, startConsole } from './console.ts'
import { assertByKeyboard, assertEscapes } from './keyboard/walk.ts'
import { openAs } from './logged-in.ts'
import { LOOKS, lookAt } from './looks.ts'
import { addressesOf } from './room-addresses.ts'
import { fullClinic } from './room-scenes.ts'

const app = await startConsole()
const browser = await startBrowser()
const { clinic, scenes } = await fullClinic(app)
const all = ROOM_KEYS.flatMap(room => addressesOf(clinic.company_id, room, scenes[room]))

test('what breaks a rule of access, or does not fit, is found', async () => {
  const { page, close } = await openPage(browser, { viewport: PHONE })
  await page.setContent('<html lang="en"><title>x</title><main><h1>x</h1><input style="width: 900px"></main></html>')
  await assert.rejects(assertAccessible(page, 'unlabelled'), /label: /)
  await assert.rejects(assertFits(page, 'wide'))
  await close()
})

/** A page whose part between two buttons a person with a keyboard has trouble with, and what is said of it. */
const TROUBLE = [
  ['<button tabindex="-1">x</button>', /not reached: <button/],
  ['<span style="cursor: pointer">x</span>', /only for the mouse: <span/],
  ['<button style="outline: none">x</button>', /no mark of the focus: <button/],
  ['<button onfocus="this.blur()">x</button>', /the focus is lost on the way/],
  ['<button tabindex="2">x</button>', /pushes itself forward: <button/],
  ['<p style="display: flex"><a href="#a" style="order: 2">a</a><a href="#b">b</a></p>', /drawn elsewhere/],
  ['<p style="position: fixed; inset: 0; background: white"></p>', /is covered by <p/],
  ['<section role="dialog" aria-label="x"><a href="#a">a</a></section>', /the focus leaves the dialog/],
] as const

test('what cannot be done by keyboard alone is found', async () => {
  const { page, close } = await openPage(browser)
  const show = (part: string) =>
    page.setContent(`<html lang="en"><title>x</title><main id="main" tabindex="-1"><h1 style="margin-top: 90px">x</h1>
      <button>before</button>${part}<button>after</button></main></html>`)
  await show('<input type="date" aria-label="x"><input type="radio" name="x"><input type="radio" name="x">')
  await assertByKeyboard(page, 'no trouble')
  for (const [part, trouble] of TROUBLE) {
    await show(part)
    await assert.rejects(assertByKeyboard(page, part), trouble)
  }
  const head = '<p style="position: fixed; inset: 0 0 auto; height: 90px; margin: 0; background: white"></p>'
  await show(`${head}<div style="padding-top: 90px">${'<p><a href="#x">x</a></p>'.repeat(40)}</div>`)
  await assert.rejects(assertByKeyboard(page, 'a head that hides'), /on the way back[\s\S]*is covered by <p/)
  await show(
    '<dialog role="dialog" aria-label="x" open onkeydown="this.remove()"><button autofocus>x</button></dialog>',
  )
  await page.locator('dialog button').focus()
  page.setDefaultTimeout(1_000)
  await assert.rejects(assertEscapes(page, 'leads nowhere'), /the focus is lost when it closes/)
  await close()
})

for (const look of LOOKS) {
  test(`${look.how}: every room, with what is in it and what opens beside it, fits, breaks no rule of access, and is used by keyboard`, async () => {
    const { page, violations, close } = await openAs(app, browser, { clinic }, look.options)
    await lookAt(
      page,
      look,
      all.map(address => app.url + address),
    )
    assert.deepEqual(violations, [])
    await close()
  })
}

// Either state in one of the looks, in both widths.
const [ENGLISH, ARABIC] = LOOKS

test(`${ENGLISH.how}: every room of the navigation that is empty fits, breaks no rule of access, and is used by keyboard`, async () => {
  const empty = await app.clinic({ name: 'New Clinic', name_ar: 'عيادة جديدة', sandbox: true })
  const { page, close } = await openAs(app, browser, { clinic: empty }, ENGLISH.options)
  const rooms = ROOM_KEYS.filter(isMainRoom).flatMap(room => addressesOf(empty.company_id, room, {}))
  await lookAt(
    page,
    ENGLISH,
    rooms.map(address => app.url + address),
  )
  await close()
})

test(`${ARABIC.how}: every room whose server fails fits, breaks no rule of access, and is used by keyboard`, async () => {
  const { page, close } = await openAs(app, browser, { clinic }, ARABIC.options)
  const body = { error: { code: 'internal_error', message: 'x', requestId: 'req_support' } }
  const headers = { 'clinic-id': clinic.company_id }
  await page.route(/\/staff\/v1\/(?!session)/, route => route.fulfill({ status: 500, json: body, headers }))
  const rooms = ROOM_KEYS.flatMap(room => addressesOf(clinic.company_id, room, scenes[room]).slice(0, 1))
  await lookAt(
    page,
    ARABIC,
    rooms.map(address => app.url + address),
  )
  await page.getByText('req_support').first().waitFor()
  await close()
})
