import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { eventually } from '../../server/test/support/eventually.ts'
import { startBrowser } from './browser.ts'
import { assertAccessible, assertFits, button, focused, PHONE, said, startConsole } from './console.ts'
import { openAs } from './logged-in.ts'
import { openAt } from './places.ts'
import { seedTasks } from './task-scene.ts'

const app = await startConsole()
const browser = await startBrowser()

const [LAB, XRAY, GLOVES] = ['اتصل بالمختبر بشأن تاج المريض', 'Send the x-ray to the insurer', 'Order gloves, size M']

/** A board of three tasks, and what the clinic and a page have of their order. */
async function board() {
  const clinic = await app.clinic({ name: 'Palm Clinic', name_ar: 'عيادة النخلة' })
  const branch = await app.branch(clinic)
  const [doctor, patient] = [await app.doctor([branch]), await app.patient(branch)]
  await seedTasks(app, clinic, { branch, doctor, patient })
  const stored = async () =>
    (
      await app.sql<{ title: string }>(
        "select title from task where company_id = $1 and status = 'OPEN' order by sort_order, id",
        [clinic.company_id],
      )
    ).map(({ title }) => title)
  return { clinic, stored, address: `${app.url}/c/${clinic.company_id}/tasks?tab=team` }
}

/** Names and numbers stand apart from the words around them. */
const at = (words: string) => new RegExp(words.replace(/\d|\{.*\}/g, found => `.${found.replace(/[{}]/g, '')}.`))

const shown = (page: Page) =>
  page.evaluate<string[]>(`[...document.querySelectorAll('[data-task] [data-stop]')].map(one => one.textContent)`)

test('by keyboard M takes a task up, the arrows move it and say where it is, Enter puts it down and Escape puts it back; the focus stays on it', async () => {
  const { clinic, stored, address } = await board()
  const { page, violations, close } = await openAs(app, browser, { clinic, role: 'receptionist' })
  await openAt(page, address)
  await page.getByRole('link', { name: GLOVES }).waitFor()
  for (const key of ['j', 'm']) await page.keyboard.press(key)
  await said(page, at('taken up, place 1 of 3'))
  await page.keyboard.press('ArrowDown')
  await said(page, at('place 2 of 3'))
  assert.deepEqual(await shown(page), [XRAY, LAB, GLOVES])
  await assertAccessible(page, 'a task that is held')
  await page.keyboard.press('Escape')
  await said(page, at('stays at place 1 of 3'))
  assert.deepEqual(await shown(page), [LAB, XRAY, GLOVES])
  for (const key of ['m', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key)
  await said(page, at('is now at place 3 of 3'))
  assert.deepEqual(
    [await shown(page), await stored()],
    [
      [XRAY, GLOVES, LAB],
      [XRAY, GLOVES, LAB],
    ],
  )
  assert.equal(await focused(page), LAB)
  for (const key of ['m', 'ArrowUp', 'm']) await page.keyboard.press(key)
  await said(page, at('is now at place 2 of 3'))
  assert.deepEqual(await stored(), [XRAY, LAB, GLOVES])
  assert.equal(await focused(page), LAB)
  assert.deepEqual(violations, [])
  await close()
})

test('a task is dragged by its grip to where the line is shown, and who else looks sees it there; what is done has no order to change', async () => {
  const { clinic, stored, address } = await board()
  const [mine, theirs] = [await openAs(app, browser, { clinic }), await openAs(app, browser, { clinic })]
  for (const { page } of [mine, theirs]) {
    await openAt(page, address)
    await page.getByRole('link', { name: GLOVES }).waitFor()
  }
  const { page } = mine
  const grip = await button(page, at(`Move: {${GLOVES}}`)).boundingBox()
  const first = await page.locator('[data-task]').first().boundingBox()
  assert.ok(grip && first)
  await page.mouse.move(grip.x + 10, grip.y + 10)
  await page.mouse.down()
  await page.mouse.move(grip.x + 6, grip.y + 4, { steps: 4 })
  await page.mouse.move(grip.x, first.y + 4, { steps: 8 })
  await page.locator('[data-task][data-edge=start]').filter({ hasText: LAB }).waitFor()
  await page.mouse.up()
  await eventually(stored, [GLOVES, LAB, XRAY])
  await eventually(() => shown(page), [GLOVES, LAB, XRAY])
  await eventually(() => shown(theirs.page), [GLOVES, LAB, XRAY])
  await page.getByRole('link', { name: 'Done', exact: true }).click()
  await page.getByRole('link', { name: 'Water the plants' }).waitFor()
  assert.equal(await button(page, /^Move: /).count(), 0)
  assert.deepEqual([mine.violations, theirs.violations], [[], []])
  for (const { close } of [mine, theirs]) await close()
})

test('of two people who move one task one wins, and the other reads from where to where it went and puts it elsewhere on top of that', async () => {
  const { clinic, stored, address } = await board()
  const [first, second] = [await openAs(app, browser, { clinic }), await openAs(app, browser, { clinic })]
  for (const { page } of [first, second]) {
    await openAt(page, address)
    await page.getByRole('link', { name: GLOVES }).waitFor()
    for (const key of ['j', 'm', 'ArrowDown']) await page.keyboard.press(key)
    await said(page, at('place 2 of 3'))
  }
  for (const key of ['ArrowDown', 'Enter']) await first.page.keyboard.press(key)
  await eventually(stored, [XRAY, GLOVES, LAB])
  const { page } = second
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Changed meanwhile' })
  await dialog.locator('del', { hasText: at('1 of 3') }).waitFor()
  await dialog.locator('ins', { hasText: at('3 of 3') }).waitFor()
  await assertAccessible(page, 'a task that another moved', ['[role=dialog]'])
  await dialog.getByRole('button', { name: 'Apply mine' }).click()
  await eventually(stored, [XRAY, LAB, GLOVES])
  assert.deepEqual([first.violations, second.violations], [[], []])
  for (const { close } of [first, second]) await close()
})

test('on a phone in Arabic a task is moved by the menu of its grip, without sideways scrolling', async () => {
  const { clinic, stored, address } = await board()
  const options = { viewport: PHONE, hasTouch: true, locale: 'ar' }
  const { page, violations, close } = await openAs(app, browser, { clinic, role: 'receptionist' }, options)
  await openAt(page, address)
  await button(page, at(`نقل: {${LAB}}`)).tap()
  await page.getByRole('menuitem', { name: 'نقل إلى آخر القائمة' }).waitFor()
  await assertFits(page, 'the menu of a task')
  await assertAccessible(page, 'the menu of a task')
  await page.getByRole('menuitem', { name: 'نقل إلى آخر القائمة' }).tap()
  await eventually(stored, [XRAY, GLOVES, LAB])
  await said(page, 'الموضع')
  assert.deepEqual(violations, [])
  await close()
})
