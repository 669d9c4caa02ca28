import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { at, dateIn } from '../../server/test/support/clock.ts'
import { startBrowser } from './browser.ts'
import { assertAccessible, focused, said, startConsole } from './console.ts'
import { openAs } from './logged-in.ts'
import { openAt } from './places.ts'

const app = await startConsole()
const browser = await startBrowser()
const clinic = await app.clinic({ name: 'Palm Clinic', name_ar: 'عيادة النخلة' })
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
