import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { at, dateIn } from '../../server/test/support/clock.ts'
import { eventually } from '../../server/test/support/eventually.ts'
import { startBrowser } from './browser.ts'
import { assertAccessible, assertFits, PHONE, startConsole } from './console.ts'
import { clinicWithDay } from './day-scene.ts'
import { openAs } from './logged-in.ts'
import { openAt } from './places.ts'

const app = await startConsole()
const browser = await startBrowser()

/** A finger that goes across the list of visits. */
const swipe = (page: Page, by: number) =>
  page.evaluate(`(() => {
    const on = document.querySelector('main ul')
    const finger = x => new Touch({ identifier: 1, target: on, clientX: x, clientY: 400 })
    const tell = (type, x) => on.dispatchEvent(new TouchEvent(type, { bubbles: true, changedTouches: [finger(x)],
      touches: type === 'touchstart' ? [finger(x)] : [] }))
    tell('touchstart', 200); tell('touchend', ${200 + by})
  })()`)

const standing = (companyId: string) =>
  app.sql<{ starts_at: string; doctor_id: string; patient_id: string }>(
    'select starts_at, doctor_id, patient_id from appointment where company_id = $1 order by created_at, id',
    [companyId],
  )

for (const [locale, onwards] of [['en-GB', -120] as const, ['ar-SA', 120] as const])
  test(`${locale}: on a phone days are turned by swiping as pages are, and not by a finger that goes down`, async () => {
    const { clinic, room, visits } = await clinicWithDay(app)
    const { page, violations, close } = await openAs(
      app,
      browser,
      { clinic },
      { locale, viewport: PHONE, hasTouch: true },
    )
    await openAt(page, room)
    await page.locator(`[data-visit="${visits[0]}"]`).waitFor()
    await swipe(page, 40)
    assert.equal(new URL(page.url()).searchParams.get('date'), dateIn(7))
    await swipe(page, onwards)
    await page.waitForURL(url => url.searchParams.get('date') === dateIn(8))
    await swipe(page, -onwards)
    await page.waitForURL(url => url.searchParams.get('date') === dateIn(7))
    assert.deepEqual(violations, [])
    await close()
  })

test('by touch a visit is moved to a time that is free next, of another doctor, and to one that is typed', async () => {
  const { clinic, noor, karim, room, visits } = await clinicWithDay(app)
  const { page, violations, close } = await openAs(app, browser, { clinic }, { viewport: PHONE, hasTouch: true })
  await openAt(page, room)
  const move = async (of: string) => {
    await page.getByRole('button', { name: /^More for .*Salma Haddad/ }).tap()
    await page.getByRole('menuitem', { name: 'Move to…' }).tap()
    const drawer = page.getByRole('dialog', { name: 'Move to…' })
    // As it stands by now.
    await eventually(() => drawer.getByLabel('Doctor').inputValue(), of)
    return drawer
  }
  const drawer = await move(noor.id)
  await drawer.getByLabel('Doctor').selectOption(karim.id)
  const offered = drawer.getByRole('radio')
  await offered.first().waitFor()
  await assertAccessible(page, 'moving', ['[role=dialog]'])
  await assertFits(page, 'moving')
  assert.equal(await offered.count(), 5)
  await offered.nth(1).tap()
  await drawer.getByRole('button', { name: 'Move', exact: true }).tap()
  await drawer.waitFor({ state: 'detached' })
  const [moved] = (await standing(clinic.company_id)).filter(({ doctor_id }) => doctor_id === karim.id)
  assert.equal(moved?.starts_at, at('09:15'))

  const again = await move(karim.id)
  await again.getByLabel('Time').fill('11')
  await again.getByLabel('Doctor').selectOption({ label: 'Dr. Noor Saleh' })
  await again.getByRole('button', { name: 'Move', exact: true }).tap()
  // Another visit is booked then: what was typed stays.
  await page.getByText('Another visit is booked then.', { exact: false }).waitFor()
  assert.equal(await again.getByLabel('Time').inputValue(), '11')
  await again.getByLabel('Time').fill('1530')
  await again.getByRole('button', { name: 'Move', exact: true }).tap()
  await again.waitFor({ state: 'detached' })
  const ids = await app.sql('select from appointment where company_id = $1 and starts_at = $2', [
    clinic.company_id,
    at('15:30'),
  ])
  assert.deepEqual([ids.length, visits.length], [1, 3])
  assert.deepEqual(violations, [])
  await close()
})

test('the next visit is proposed on the same weekday and time some weeks on; the panel offers the next free times of any doctor', async () => {
  const { clinic, noor, room, visits } = await clinicWithDay(app)
  const { page, violations, close } = await openAs(app, browser, { clinic, role: 'receptionist' })
  await openAt(page, `${room}&open=${visits[0]}`)
  await page
    .getByRole('dialog', { name: 'Visit' })
    .getByRole('button', { name: /^in \W*2\W* weeks$/ })
    .click()
  const panel = page.getByRole('dialog', { name: 'New appointment' })
  await panel.getByText('Salma Haddad').waitFor()
  assert.deepEqual(
    [await panel.getByLabel('Date').inputValue(), await panel.getByLabel('Time').inputValue()],
    [dateIn(21), '10:00'],
  )
  assert.equal(await panel.getByRole('radio').count(), 0)
  await panel.getByRole('button', { name: 'Book', exact: true }).click()
  await eventually(async () => (await standing(clinic.company_id)).length, 4)
  const [first, , , next] = await standing(clinic.company_id)
  assert.deepEqual([next?.patient_id, next?.doctor_id], [first?.patient_id, noor.id])

  await panel.waitFor({ state: 'detached' })
  await openAt(page, room)
  await page.getByRole('button', { name: 'New appointment' }).click()
  await panel.getByLabel('Doctor').selectOption({ label: 'Any doctor' })
  await panel.getByLabel('Date').fill(dateIn(7))
  const offered = panel.getByRole('radio')
  await offered.filter({ visible: true }).first().waitFor()
  await assertAccessible(page, 'free times', ['[role=dialog]'])
  assert.equal(await offered.count(), 5)
  assert.deepEqual(violations, [])
  await close()
})
