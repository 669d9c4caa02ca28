import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { at, dateIn } from '../../server/test/support/clock.ts'
import { startBrowser } from './browser.ts'
import { assertAccessible, assertFits, button, PHONE, said, startConsole } from './console.ts'
import { clinicWithDay as dayOf } from './day-scene.ts'
import { openAs } from './logged-in.ts'
import { openAt } from './places.ts'

const app = await startConsole()
const browser = await startBrowser()
const clinicWithDay = () => dayOf(app)

const standing = (clinic: { company_id: string }) =>
  app.sql<{ starts_at: string; ends_at: string; doctor_id: string; status: string }>(
    'select starts_at, ends_at, doctor_id, status from appointment where company_id = $1 order by id',
    [clinic.company_id],
  )
const heard = async (clinic: { company_id: string }) =>
  (
    await app.sql<{ type: string }>('select type from event where company_id = $1 order by created_at, id', [
      clinic.company_id,
    ])
  ).map(({ type }) => type)

const card = (page: Page, id: string) => page.locator(`button[data-visit="${id}"]`)
const grid = (page: Page) => page.getByRole('list', { name: /Visits of the day|زيارات اليوم/ })

/** Where the body of the grid is, and each card in it, in the window. */
async function boxesOf(page: Page, id: string) {
  const [body, box] = await Promise.all([grid(page).boundingBox(), card(page, id).boundingBox()])
  assert.ok(body && box)
  return { body, box }
}

for (const locale of ['en-GB', 'ar-SA'])
  test(`${locale}: each card stands within a pixel of its time, in its doctor's column; where one points there is booked`, async () => {
    const { clinic, room, visits } = await clinicWithDay()
    const { page, violations, close } = await openAs(app, browser, { clinic }, { locale })
    await openAt(page, room)
    const [first = '', second = '', third = ''] = visits
    await card(page, third).waitFor()
    await assertAccessible(page, 'the grid')
    const [one, two] = [await boxesOf(page, first), await boxesOf(page, second)]
    // The branch opens at nine, as the axis does; an hour is twelve lines of the grid.
    const hour = two.box.y - one.box.y
    const body = one.body
    assert.ok(Math.abs(one.box.y - body.y - hour) <= 1, 'ten o’clock is an hour below nine')
    assert.ok(Math.abs(one.box.height - hour / 2) <= 2, 'half an hour is half as high as an hour')
    const head = await page
      .getByRole('button', { name: /Noor Saleh|نور صالح/ })
      .first()
      .boundingBox()
    assert.ok(head && one.box.x >= head.x - 1 && one.box.x + one.box.width <= head.x + head.width + 1)
    assert.ok(Math.abs(one.box.width - body.width / 2) <= 8, 'a column is half of the grid')

    // An empty time of the other column, at half past eleven.
    const isLeft = one.box.x - body.x < body.width / 4
    const x = isLeft ? body.x + body.width * 0.75 : body.x + body.width * 0.25
    await page.mouse.click(x, body.y + hour * 2.5 + 4)
    const panel = page.getByRole('dialog')
    await panel.waitFor()
    assert.equal(await panel.locator('input[type=date]').inputValue(), dateIn(7))
    assert.equal(await panel.getByLabel(/^(Time|الوقت)/).inputValue(), '11:30')
    assert.match(new URL(page.url()).searchParams.get('book') ?? '', /start=.*doctorId=/)
    assert.deepEqual(violations, [])
    await close()
  })

test('by keyboard alone: arrows walk visits and times, M takes a visit, which is moved, lengthened, dropped, and put back by Z; Esc leaves it where it was', async () => {
  const { clinic, noor, karim, room, visits } = await clinicWithDay()
  const [first = ''] = visits
  const { page, violations, close } = await openAs(app, browser, { clinic, role: 'receptionist' })
  await openAt(page, room)
  await card(page, first).focus()
  const columns = await page.locator('button[aria-label^="More of"]').allInnerTexts()
  const toKarim = columns.indexOf('Dr. Karim Aziz') > columns.indexOf('Dr. Noor Saleh') ? 'ArrowRight' : 'ArrowLeft'

  await page.keyboard.press('m')
  await page.getByRole('status').filter({ hasText: 'is taken' }).waitFor({ state: 'attached' })
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Escape')
  await page.getByRole('status').filter({ hasText: 'stays where it was' }).waitFor({ state: 'attached' })
  assert.equal((await standing(clinic))[0]?.starts_at, at('10:00'))

  await page.keyboard.press('m')
  await page.keyboard.press(toKarim)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Enter')
  await said(page, 'Salma Haddad')
  const [moved] = (await standing(clinic)).filter(({ doctor_id }) => doctor_id === karim.id)
  assert.ok(moved && moved.starts_at > at('10:00') && moved.starts_at < at('10:45'))
  assert.ok(Date.parse(moved.ends_at) - Date.parse(moved.starts_at) > 30 * 60_000)
  assert.equal(await card(page, first).and(page.locator(':focus')).count(), 1)

  await page.keyboard.press('z')
  await said(page, /10:00/)
  assert.deepEqual((await standing(clinic))[0], {
    ...{ starts_at: at('10:00'), ends_at: at('10:30'), doctor_id: noor.id, status: 'OPEN' },
  })

  // A free time, and what books it; the next visit opens by Enter.
  await card(page, first).focus()
  await page.keyboard.press('ArrowDown')
  const free = page.locator('button[data-stop]:not([data-visit])')
  await free.and(page.locator(':focus')).waitFor()
  assert.match((await free.getAttribute('aria-label')) ?? '', /10:30.*Dr\. Noor Saleh.*free\. Enter books\./)
  await page.keyboard.press('Enter')
  const panel = page.getByRole('dialog', { name: 'New appointment' })
  await panel.waitFor()
  assert.equal(await panel.getByLabel('Time').inputValue(), '10:30')
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
  await card(page, first).press('Enter')
  await page.getByRole('dialog', { name: 'Visit' }).getByText('Salma Haddad').waitFor()
  assert.deepEqual(await heard(clinic), ['appointment.updated', 'appointment.updated'])
  assert.deepEqual(violations, [])
  await close()
})

test('a visit is dragged to another time, and pulled longer; on a time that is taken it is put back, with why and what is free instead', async () => {
  const { clinic, noor, room, visits } = await clinicWithDay()
  const [first = '', second = ''] = visits
  const { page, violations, close } = await openAs(app, browser, { clinic })
  await openAt(page, room)
  await card(page, first).waitFor()
  const [one, two] = [await boxesOf(page, first), await boxesOf(page, second)]
  const hour = two.box.y - one.box.y
  const drag = async (id: string, by: number) => {
    const { box } = await boxesOf(page, id)
    await page.mouse.move(box.x + 40, box.y + 6)
    await page.mouse.down()
    await page.mouse.move(box.x + 44, box.y + 10, { steps: 4 })
    await page.mouse.move(box.x + 40, box.y + 6 + by, { steps: 8 })
    await page.mouse.up()
  }
  await drag(first, hour / 2)
  await said(page, 'Salma Haddad')
  assert.deepEqual((await standing(clinic))[0], {
    ...{ starts_at: at('10:30'), ends_at: at('11:00'), doctor_id: noor.id, status: 'OPEN' },
  })
  await drag(first, hour / 2)
  await page.getByText('Another visit is booked then. Free instead:', { exact: false }).waitFor()
  assert.equal((await standing(clinic))[0]?.starts_at, at('10:30'))

  const third = visits[2] ?? ''
  const { box } = await boxesOf(page, third)
  await page.mouse.move(box.x + box.width / 2, box.y + box.height - 2)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width / 2, box.y + box.height + hour / 2, { steps: 6 })
  await page.mouse.up()
  await said(page, 'نورة الدوسري')
  assert.deepEqual(
    (await standing(clinic)).map(({ ends_at }) => ends_at),
    [at('11:00'), at('11:30'), at('13:00')],
  )
  assert.deepEqual(violations, [])
  await close()
})

test('days turn by [ and ], . leads to today, V shows rooms; a doctor sees their own week; on a phone visits stand one below the other', async () => {
  const { clinic, noor, room, visits } = await clinicWithDay()
  const { page, violations, close } = await openAs(app, browser, { clinic, role: 'doctor', practitioner: noor })
  await openAt(page, room)
  await card(page, visits[0] ?? '').waitFor()
  const date = page.getByLabel('Date')
  await page.keyboard.press(']')
  await page.waitForURL(url => url.searchParams.get('date') === dateIn(8))
  await page.keyboard.press('[')
  await page.waitForURL(url => url.searchParams.get('date') === dateIn(7))
  await button(page, 'Week').click()
  await page.waitForURL(url => url.searchParams.get('span') === 'week')
  const heads = page.locator('button[aria-label^="More of"]')
  await heads.nth(6).waitFor()
  assert.equal(await heads.count(), 7)
  await card(page, visits[0] ?? '').waitFor()
  await assertAccessible(page, 'a week')
  await page.keyboard.press('v')
  await page.waitForURL(url => url.searchParams.get('by') === 'room')
  await page.keyboard.press('.')
  await page.waitForURL(url => !url.searchParams.has('date'))
  assert.notEqual(await date.inputValue(), dateIn(7))
  await close()

  const phone = await openAs(app, browser, { clinic, role: 'receptionist' }, { viewport: PHONE, hasTouch: true })
  await openAt(phone.page, room)
  const entries = grid(phone.page).getByRole('listitem')
  await entries.first().waitFor()
  assert.equal(await entries.count(), 3)
  await assertFits(phone.page, 'the agenda')
  await phone.page.getByRole('button', { name: /Check in: .*Salma Haddad/ }).tap()
  await said(phone.page, 'Checked in')
  assert.deepEqual([...violations, ...phone.violations], [])
  await phone.close()
})

test('B blocks the time that the arrows led to; who is booked there stays and is named; the block is changed, given free, and put back by Z', async () => {
  const { clinic, noor, room, visits } = await clinicWithDay()
  const [first = ''] = visits
  const { page, violations, close } = await openAs(app, browser, { clinic, role: 'receptionist' })
  await openAt(page, room)
  await card(page, first).focus()
  await page.keyboard.press('b')
  const drawer = page.getByRole('dialog', { name: 'Block time' })
  await drawer.getByText('Dr. Noor Saleh').waitFor()
  await assertAccessible(page, 'blocking a time')
  await drawer.getByLabel('What for').selectOption('MEETING')
  await drawer.getByLabel('Until (time)').fill('11.30')
  await drawer.getByLabel('Note').fill('Training')
  await page.keyboard.press('Enter')
  await said(page, /2\W* visits are booked there/)
  const blocks = () =>
    app.sql<{ practitioner_id: string; starts_at: string; ends_at: string; canceled_at: string | null }>(
      'select practitioner_id, starts_at, ends_at, canceled_at from practitioner_time_off where company_id = $1 order by id',
      [clinic.company_id],
    )
  assert.deepEqual(await blocks(), [
    { practitioner_id: noor.id, starts_at: at('10:00'), ends_at: at('11:30'), canceled_at: null },
  ])
  await page.getByText(/2\W* visits stand where none/).waitFor()
  assert.equal((await heard(clinic)).length, 0)

  await page.getByRole('button', { name: /Meeting Training/ }).click()
  const opened = page.getByRole('dialog', { name: 'Blocked time' })
  await opened.getByLabel('Until (time)').fill('11')
  await opened.getByRole('button', { name: 'Save' }).click()
  await said(page, /1\W* visit is booked there/)
  assert.equal((await blocks())[0]?.ends_at, at('11:00'))
  // Below the visit that stands in it.
  await page.getByRole('button', { name: /Meeting Training/ }).click({ position: { x: 40, y: 50 } })
  await opened.getByRole('button', { name: 'Give free again' }).click()
  await said(page, 'free again')
  await page.keyboard.press('z')
  await said(page, 'is blocked again')
  assert.deepEqual(
    (await blocks()).map(({ canceled_at }) => canceled_at === null),
    [false, true],
  )
  assert.deepEqual(violations, [])
  await close()
})
