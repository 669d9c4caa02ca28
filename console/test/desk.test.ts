import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { clockIn, NOON_ZONE } from '../../server/test/support/clock.ts'
import { startBrowser } from './browser.ts'
import { assertAccessible, assertFits, button, focused, PHONE, said, startConsole } from './console.ts'
import { seedWaiting, visitAt } from './flow-scene.ts'
import { openAs } from './logged-in.ts'
import { openAt } from './places.ts'

const { at, dateIn } = clockIn(NOON_ZONE)
const app = await startConsole()
const browser = await startBrowser()
const clinic = await app.clinic({ name: 'Palm Clinic', name_ar: 'عيادة النخلة', time_zone: NOON_ZONE })
const branch = await app.branch(clinic)
await app.doctor([branch], { display_name: 'Dr. Noor Saleh' })
const named = (first_name: string, last_name: string) => {
  const text = `${first_name} ${last_name}`.toLowerCase()
  return app.patient(branch, { first_name, last_name, name_text: text, search_text: text })
}
const room = (path: string) => `${app.url}/c/${clinic.company_id}${path}`

/** A hand on the keyboard that counts what it presses; a word is as many keys as it has letters. */
function hand({ keyboard }: Page) {
  let keys = 0
  return {
    keys: () => keys,
    async press(...pressed: readonly string[]) {
      for (const key of pressed) await keyboard.press(key)
      keys += pressed.length
    },
    async type(text: string) {
      await keyboard.type(text)
      keys += text.length
    },
  }
}

const visits = () =>
  app.sql<{ patient: string; starts_at: string; status: string; urgent: boolean }>(
    `select patient.first_name as patient, starts_at, status, urgent from appointment
     join patient on patient.company_id = appointment.company_id and patient.id = appointment.patient_id
     where appointment.company_id = $1 order by appointment.created_at, appointment.id`,
    [clinic.company_id],
  )

test('by keyboard a patient who calls is booked in at most 12 keys; a time that is not free tells which are, one outside the hours is booked as urgent, who has no file gets one', async () => {
  await named('Salma', 'Haddad')
  const { page, violations, close } = await openAs(app, browser, { clinic, role: 'receptionist' })
  const panel = page.getByRole('dialog', { name: 'New appointment' })
  await openAt(page, room('/assistants'))
  await page.keyboard.press('n')
  await panel.getByLabel('Date').fill(dateIn(7))
  await assertAccessible(page, 'the panel', ['[role=dialog]'])
  await panel.getByRole('combobox', { name: 'Patient' }).focus()
  const first = hand(page)
  await first.type('salm')
  await first.press('Enter')
  await panel.getByRole('button', { name: 'Change' }).waitFor()
  assert.match(await focused(page), /Time/)
  await first.type('930')
  await first.press('Enter')
  await said(page, 'Booked for')
  await panel.waitFor({ state: 'detached' })
  assert.ok(first.keys() + 1 <= 12, `${first.keys()} keys`)
  assert.deepEqual(await visits(), [{ patient: 'Salma', starts_at: at('09:30'), status: 'OPEN', urgent: false }])
  assert.equal(await page.evaluate("document.activeElement.tagName !== 'BODY'"), true)

  // Taken; the first of the times that are free instead is chosen already.
  await page.keyboard.press('n')
  await page.keyboard.type('Huda Karim')
  await panel.getByRole('button', { name: 'New patient “\u2068Huda Karim\u2069”' }).waitFor()
  await page.keyboard.press('Enter')
  await panel.getByLabel('Phone').and(page.locator(':focus')).waitFor()
  await page.keyboard.type('0501234567')
  await panel.getByLabel('Date').fill(dateIn(7))
  await panel.getByLabel('Time').fill('9:30')
  await page.keyboard.press('Enter')
  await panel.getByRole('alert').getByText('Another visit is booked then.').waitFor()
  assert.equal(await panel.getByRole('radio').count(), 3)
  assert.match(await focused(page), /10:00.*Dr. Noor Saleh/)
  await assertAccessible(page, 'a time that is refused', ['[role=dialog]'])
  await page.keyboard.press('Enter')
  await panel.waitFor({ state: 'detached' })

  // Before the branch opens.
  await page.keyboard.press('n')
  await page.keyboard.type('salma')
  await page.keyboard.press('Enter')
  await panel.getByRole('button', { name: 'Change' }).waitFor()
  await panel.getByLabel('Date').fill(dateIn(7))
  await panel.getByLabel('Time').fill('7')
  await page.keyboard.press('Enter')
  await panel.getByRole('alert').getByText('The branch is closed then.').waitFor()
  await panel.getByRole('button', { name: 'Book as urgent' }).press('Enter')
  await panel.waitFor({ state: 'detached' })
  assert.deepEqual((await visits()).slice(1), [
    { patient: 'Huda', starts_at: at('10:00'), status: 'OPEN', urgent: false },
    { patient: 'Salma', starts_at: at('07:00'), status: 'OPEN', urgent: true },
  ])
  assert.equal((await app.sql('select from patient where first_name = $1', ['Huda'])).length, 1)
  assert.doesNotMatch(`${page.url()} ${await page.title()}`, /salma|huda|karim/i)
  assert.deepEqual(violations, [])
  await close()
})

test('by keyboard who stands at the desk without a visit is checked in with 5 keys, also outside the hours; a file that there may be already is offered instead of a second one', async () => {
  await named('Xena', 'Farid')
  const { page, violations, close } = await openAs(app, browser, { clinic, role: 'receptionist' })
  const panel = page.getByRole('dialog', { name: 'Walk-in' })
  await openAt(page, room('/assistants'))
  const walk = hand(page)
  await walk.press('w')
  await panel.getByRole('combobox', { name: 'Patient' }).and(page.locator(':focus')).waitFor()
  await walk.type('xe')
  await walk.press('Enter')
  await panel.getByRole('button', { name: 'Change' }).waitFor()
  assert.match(await focused(page), /Check in/)
  await walk.press('Enter')
  assert.equal(walk.keys(), 5)
  // At whatever hour the tests run: within the hours there is a gap, outside them it is taken as urgent.
  const urgently = panel.getByRole('button', { name: 'Check in as urgent' })
  const isTaken = page.getByRole('status').filter({ hasText: 'Checked in' })
  await urgently.or(isTaken).first().waitFor()
  if (await urgently.isVisible()) {
    await assertAccessible(page, 'no gap', ['[role=dialog]'])
    await urgently.press('Enter')
  }
  await isTaken.first().waitFor()
  await panel.waitFor({ state: 'detached' })
  assert.deepEqual(
    (await visits()).filter(({ patient }) => patient === 'Xena').map(({ status }) => status),
    ['CHECKEDIN'],
  )
  const types = await app.sql<{ type: string }>(
    `select type from event where company_id = $1 and data->>'patientId' in
       (select id from patient where first_name = 'Xena') order by id`,
    [clinic.company_id],
  )
  assert.deepEqual(
    types.map(({ type }) => type),
    ['appointment.created', 'appointment.checkedin'],
  )

  await page.keyboard.press('w')
  await page.keyboard.type('Huda Karimi')
  await panel.getByRole('button', { name: 'New patient “\u2068Huda Karimi\u2069”' }).press('Enter')
  await panel.getByLabel('Phone').fill('0501234567')
  await panel.getByLabel('Urgent: also outside the hours').check()
  await page.keyboard.press('Enter')
  await panel.getByRole('alert').getByText('Same phone and given name').waitFor()
  await panel.getByRole('alert').getByRole('button', { name: 'Huda Karim' }).click()
  await panel.getByRole('button', { name: 'Check in', exact: true }).press('Enter')
  await panel.waitFor({ state: 'detached' })
  assert.equal((await app.sql('select from patient where first_name = $1', ['Huda'])).length, 1)
  assert.equal((await visits()).filter(({ patient, status }) => patient === 'Huda' && status === 'CHECKEDIN').length, 1)
  assert.deepEqual(violations, [])
  await close()
})

/** What the desk is told of a visit, by the words that a plugin hears. */
const heardOf = async (id: string) =>
  (
    await app.sql<{ type: string }>(`select type from event where company_id = $1 and data->>'id' = $2 order by id`, [
      clinic.company_id,
      id,
    ])
  ).map(({ type }) => type)

test('by keyboard a visit goes from the door to the chair: checked in with one key, taken back with one, unheard outside; its doctor is told in whatever room', async () => {
  const away = await app.branch(clinic, { name: 'Seaside' })
  const dentist = await app.doctor([away], { display_name: 'Dr. Salem' })
  const visit = async (first: string, offset: number) => {
    const patient = await app.patient(away, { first_name: first, last_name: 'Nasser' })
    return visitAt(app, away, { doctor: dentist, patient, offset })
  }
  const [mona, nada, rami] = [await visit('Mona', -20), await visit('Nada', -4), await visit('Rami', 12)]
  const { page, violations, close } = await openAs(app, browser, { clinic, role: 'receptionist' })
  const chair = await openAs(app, browser, { clinic, role: 'doctor', practitioner: dentist })
  await openAt(chair.page, room(`/assistants?branch=${away.id}`))
  await openAt(page, `${app.url}/`)
  // The work of the desk begins here.
  assert.match(page.url(), /\/flow$/)
  await page.getByLabel('Branch').selectOption(away.id)
  const column = (name: string) => page.getByRole('region', { name, exact: true })
  const cardOf = (inside: string, name: string) => column(inside).getByRole('listitem').filter({ hasText: name })
  await cardOf('Expected', 'Rami').waitFor()
  assert.deepEqual(await column('Expected').locator('[data-card]').allInnerTexts(), [
    'Mona Nasser',
    'Nada Nasser',
    'Rami Nasser',
  ])
  await cardOf('Expected', 'Mona').getByText('min late').waitFor()
  await assertAccessible(page, 'the board')

  const desk = hand(page)
  await page.getByRole('heading', { level: 1 }).focus()
  await desk.press('c')
  await said(page, 'Mona Nasser\u2069: Checked in')
  assert.equal(desk.keys(), 1)
  await cardOf('Checked in', 'Mona').waitFor()
  await chair.page.getByRole('status').filter({ hasText: 'Mona Nasser\u2069 has arrived' }).waitFor()
  await desk.press('z')
  await said(page, 'Undone')
  assert.equal(desk.keys(), 2)
  await cardOf('Expected', 'Mona').waitFor()
  assert.deepEqual(await heardOf(mona.id), [])

  // The focus goes with the card, from the door to the end; what was held is done by the next move.
  await desk.press('j')
  assert.equal(await focused(page), 'Mona Nasser')
  for (const [name, word] of [
    ['Checked in', 'Checked in'],
    ['Waiting', 'Waiting'],
    ['In chair', 'In chair'],
    ['Done', 'Completed'],
  ] as const) {
    await desk.press('c')
    await said(page, `Mona Nasser\u2069: ${word}`)
    await cardOf(name, 'Mona').locator('[data-card]').and(page.locator(':focus')).waitFor()
  }
  // The last move can still be taken back, so it is not told yet.
  assert.deepEqual(await heardOf(mona.id), ['appointment.checkedin', 'appointment.updated', 'appointment.updated'])

  await desk.press('k')
  assert.equal(await focused(page), 'Rami Nasser')
  await desk.press('k', 'o')
  await said(page, 'Nada Nasser\u2069: No-show')
  await page.getByText('1\u2069 visit canceled or missed').waitFor()
  await page.getByText('Rami Nasser').first().waitFor()
  await page.getByRole('heading', { level: 1 }).focus()
  await desk.press('x')
  const dialog = page.getByRole('dialog', { name: 'Cancel the visit' })
  await dialog.waitFor()
  await assertAccessible(page, 'why it is canceled', ['[role=dialog]'])
  await page.keyboard.press('Enter')
  await said(page, 'Rami Nasser\u2069: Canceled')
  await column('Expected').getByText('Nobody else is expected today.').waitFor()
  assert.deepEqual([await heardOf(nada.id), await heardOf(rami.id)], [[], []])
  assert.equal(await page.evaluate("document.activeElement.tagName !== 'BODY'"), true)
  assert.doesNotMatch(`${page.url()} ${await page.title()}`, /mona|nada|rami/i)
  assert.deepEqual([...violations, ...chair.violations], [])
  await Promise.all([close(), chair.close()])
})

test('by keyboard a visit is canceled and its time filled with who waits for one, who then waits no more; a patient is put on the list, taken off and put back', async () => {
  const quay = await app.branch(clinic, { name: 'Quay' })
  const dentist = await app.doctor([quay], { display_name: 'Dr. Hani' })
  const [leaves, waits] = [
    await app.patient(quay, { first_name: 'Dina', last_name: 'Ali' }),
    await app.patient(quay, { first_name: 'Lina', last_name: 'Ali', name_text: 'lina ali', search_text: 'lina ali' }),
  ]
  const left = await visitAt(app, quay, { doctor: dentist, patient: leaves, offset: -2, minutes: 60 })
  const entry = await seedWaiting(app, quay, waits, 30)
  const { page, violations, close } = await openAs(app, browser, { clinic, role: 'receptionist' })
  await openAt(page, room(`/flow?branch=${quay.id}`))
  const visit = page.getByRole('listitem').filter({ hasText: 'Dina' })
  await visit.waitFor()
  await page.keyboard.press('x')
  await button(page, 'Cancel and fill the time').press('Enter')
  const list = page.getByRole('dialog', { name: 'Fill this time' })
  const fits = list.getByRole('region', { name: 'On the wait list' })
  await fits.getByText('Lina Ali').waitFor()
  await assertAccessible(page, 'who could come', ['[role=dialog]'])
  // For good: the time is free only then.
  assert.deepEqual(await heardOf(left.id), ['appointment.cancelled'])
  await fits.getByRole('button', { name: /^Book/ }).press('Enter')
  const panel = page.getByRole('dialog', { name: 'New appointment' })
  await panel.getByRole('button', { name: 'Book', exact: true }).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Enter')
  // Outside the hours it is as urgent as it was.
  const urgent = panel.getByRole('button', { name: 'Book as urgent' })
  const isBooked = page.getByRole('status').filter({ hasText: 'Booked for' })
  await urgent.or(isBooked).first().waitFor()
  if (await urgent.isVisible()) await urgent.press('Enter')
  await isBooked.first().waitFor()
  await panel.waitFor({ state: 'detached' })
  await page.getByRole('listitem').filter({ hasText: 'Lina' }).waitFor()
  const stateOf = async () =>
    (
      await app.sql<{ state: string }>('select state from wait_list_entry where patient_id = $1 order by created_at', [
        waits.id,
      ])
    ).map(({ state }) => state)
  assert.deepEqual(await stateOf(), ['BOOKED'], entry.id)

  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('l')
  const all = page.getByRole('dialog', { name: 'Wait list' })
  await all.getByText('No patient waits for a time.').waitFor()
  await all.getByRole('button', { name: 'Add to the wait list' }).press('Enter')
  await all.getByRole('combobox', { name: 'Patient' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.type('lina')
  await page.keyboard.press('Enter')
  await all.getByRole('button', { name: 'Change' }).waitFor()
  await all.getByLabel('Morning').check()
  await assertAccessible(page, 'who is to wait', ['[role=dialog]'])
  await all.getByRole('button', { name: 'Add', exact: true }).press('Enter')
  await said(page, 'On the wait list.')
  await all.getByRole('button', { name: /^Remove/ }).press('Enter')
  await all.getByText('No patient waits for a time.').waitFor()
  assert.deepEqual(await stateOf(), ['BOOKED', 'REMOVED'])
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await all.getByText('Lina Ali').waitFor()
  assert.deepEqual(await stateOf(), ['BOOKED', 'WAITING'])
  await page.keyboard.press('Escape')
  assert.doesNotMatch(`${page.url()} ${await page.title()}`, /lina|dina/i)
  assert.deepEqual(violations, [])
  await close()
})

test('by touch on a phone a patient is checked in and a visit booked, and nothing scrolls to the side', async () => {
  const near = await app.branch(clinic, { name: 'Harbour' })
  const dentist = await app.doctor([near], { display_name: 'Dr. Farah' })
  await visitAt(app, near, { doctor: dentist, patient: await app.patient(near, { first_name: 'Zaid' }), offset: -2 })
  await named('Khalid', 'Omar')
  const touch = { viewport: PHONE, hasTouch: true, isMobile: true }
  const { page, violations, close } = await openAs(app, browser, { clinic, role: 'receptionist' }, touch)
  await openAt(page, room(`/flow?branch=${near.id}`))
  await assertFits(page, 'the board')
  await page.getByRole('button', { name: /^Check in: \u2068Zaid/ }).tap()
  await said(page, /Zaid.*Checked in/)
  await page.getByRole('link', { name: 'Checked in \u20681\u2069' }).tap()
  await page.getByRole('listitem').filter({ hasText: 'Zaid' }).waitFor()
  await assertFits(page, 'a column')
  await page.getByRole('button', { name: 'New appointment' }).tap()
  const panel = page.getByRole('dialog', { name: 'New appointment' })
  await panel.getByRole('combobox', { name: 'Patient' }).fill('khalid')
  await panel.getByRole('option', { name: /Khalid/ }).tap()
  await panel.getByLabel('Date').fill(dateIn(8))
  await panel.getByLabel('Time').fill('11')
  await assertFits(page, 'the panel')
  await panel.getByRole('button', { name: 'Book', exact: true }).tap()
  await panel.waitFor({ state: 'detached' })
  assert.equal(
    (await visits()).filter(({ patient, starts_at }) => patient === 'Khalid' && starts_at === at('11:00', 8)).length,
    1,
  )
  await assertFits(page, 'the board again')
  assert.deepEqual(violations, [])
  await close()
})
