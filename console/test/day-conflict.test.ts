import assert from 'node:assert/strict'
import { test } from 'node:test'
import { updateAppointment } from '@clinic/contract/appointments.ts'
import type { Page } from 'playwright-core'
import { at } from '../../server/test/support/clock.ts'
import { eventually } from '../../server/test/support/eventually.ts'
import { startBrowser } from './browser.ts'
import { assertAccessible, said, startConsole } from './console.ts'
import { clinicWithDay } from './day-scene.ts'
import { openAs } from './logged-in.ts'
import { openAt } from './places.ts'

const app = await startConsole()
const browser = await startBrowser()

const press = async (page: Page, ...keys: readonly string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}

/** A receptionist who has taken the visit of ten o’clock and holds it over a quarter past. */
async function holding({ clinic, room, visits: [id = ''] }: Awaited<ReturnType<typeof clinicWithDay>>) {
  const opened = await openAs(app, browser, { clinic, role: 'receptionist' })
  await openAt(opened.page, room)
  await opened.page.locator(`button[data-visit="${id}"]`).focus()
  await press(opened.page, 'm', 'ArrowDown')
  await said(opened.page, /10:15/)
  return opened
}

for (const who of ['a colleague', 'a plugin'] as const)
  test(`of two who move one card one wins: ${who} has moved it meanwhile, and who puts it down reads who did, when to, and puts it elsewhere on top`, async () => {
    const day = await clinicWithDay(app)
    const [id = ''] = day.visits
    const startsAt = async () =>
      (await app.sql<{ starts_at: string }>('select starts_at from appointment where id = $1', [id]))[0]?.starts_at
    const mine = await holding(day)
    if (who === 'a colleague') {
      const theirs = await holding(day)
      await press(theirs.page, 'ArrowDown', 'Enter')
      await eventually(startsAt, at('10:30'))
      await theirs.close()
    } else {
      const { token } = await app.installation(day.clinic)
      const moved = await app.api(token).call(updateAppointment, { id, start: at('10:30'), end: at('11:00') })
      assert.equal(moved.status, 200)
    }
    const { page, violations, close } = mine
    await press(page, 'Enter')
    const dialog = page.getByRole('dialog', { name: 'Changed meanwhile' })
    await dialog.locator('del', { hasText: '10:00' }).waitFor()
    await dialog.locator('ins', { hasText: '10:30' }).waitFor()
    const told = (await dialog.textContent()) ?? ''
    assert.match(
      told,
      who === 'a plugin' ? /\u2068(?!Person).+\u2069 changed this at/ : /\u2068Person\u2069 changed this at/,
    )
    assert.doesNotMatch(told, /T\d\d:|Z\b/)
    await assertAccessible(page, 'a visit that another moved', ['[role=dialog]'])
    await dialog.getByRole('button', { name: 'Apply mine' }).click()
    await eventually(startsAt, at('10:15'))
    assert.equal(await page.evaluate("document.activeElement.tagName !== 'BODY'"), true)
    assert.deepEqual(violations, [])
    await close()
  })

test('Alt+Left is left to the browser, and goes back from a visit to the day', async () => {
  const { clinic, room, visits } = await clinicWithDay(app)
  const { page, close } = await openAs(app, browser, { clinic, role: 'receptionist' })
  await openAt(page, room)
  await page.evaluate(`addEventListener('keydown', event => {
    if (event.altKey && event.key === 'ArrowLeft') globalThis.isOurs = event.defaultPrevented
  })`)
  await page.locator(`button[data-visit="${visits[1]}"]`).press('Enter')
  const visit = page.getByRole('dialog', { name: 'Visit' })
  await visit.waitFor()
  await page.keyboard.press('Alt+ArrowLeft')
  await eventually(() => page.evaluate('globalThis.isOurs'), false)
  // A browser without a window has no such key of its own.
  if (await visit.isVisible()) await page.goBack()
  await visit.waitFor({ state: 'detached' })
  assert.equal(page.url(), room)
  await page.locator(`button[data-visit="${visits[1]}"]`).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Alt+ArrowLeft')
  assert.equal(await page.evaluate('globalThis.isOurs'), false)
  await close()
})
