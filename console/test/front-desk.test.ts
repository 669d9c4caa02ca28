import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { clockIn, NOON_ZONE } from '../../server/test/support/clock.ts'
import { startBrowser } from './browser.ts'
import { focused, said, startConsole } from './console.ts'
import { visitAt } from './flow-scene.ts'
import { openAs } from './logged-in.ts'
import { openAt } from './places.ts'

const { at, dateIn } = clockIn(NOON_ZONE)
const app = await startConsole()
const browser = await startBrowser()
const clinic = await app.clinic({ name: 'Palm Clinic', name_ar: 'عيادة النخلة', time_zone: NOON_ZONE })
const branch = await app.branch(clinic)
const doctor = await app.doctor([branch], { display_name: 'Dr. Noor Saleh' })
const named = (first_name: string, last_name: string) => {
  const text = `${first_name} ${last_name}`.toLowerCase()
  return app.patient(branch, { first_name, last_name, name_text: text, search_text: text })
}
const [salma, mona, xena] = [
  await named('Salma', 'Haddad'),
  await named('Mona', 'Nasser'),
  await named('Xena', 'Farid'),
]
await visitAt(app, branch, { doctor, patient: mona, offset: 5 })

/** What a screen reader is told of a part of the page: each line a role, a name and a state; isolation marks make no sound. */
const told = async (part: Locator): Promise<string> => (await part.ariaSnapshot()).replace(/[\u2066-\u2069]/g, '')
const holds = async (part: Locator, lines: readonly (string | RegExp)[]) => {
  const tree = await told(part)
  for (const line of lines) assert.match(tree, typeof line === 'string' ? new RegExp(RegExp.escape(line)) : line)
}
const room = (path: string) => `${app.url}/c/${clinic.company_id}${path}`
const statusOf = async ({ id }: { id: string }) =>
  (
    await app.sql<{ status: string; starts_at: string }>(
      'select status, starts_at from appointment where patient_id = $1',
      [id],
    )
  )[0]

/** A hand on the keyboard that counts what it presses. */
function hand({ keyboard }: Page) {
  let keys = 0
  return {
    async press(...pressed: readonly string[]) {
      for (const key of pressed) await keyboard.press(key)
      keys += pressed.length
    },
    /** How many since it was asked last. */
    counted() {
      const [since] = [keys]
      keys = 0
      return since
    },
  }
}

test('the walk of the front desk by keys that are counted, as a screen reader tells it: booked with 12, checked in with 1, taken back with 1, walked in with 5', async () => {
  const { page, violations, close } = await openAs(app, browser, { clinic, role: 'receptionist' })
  await openAt(page, room(`/day?date=${dateIn(7)}`))
  const [desk, main] = [hand(page), page.getByRole('main')]
  await holds(main, ['- heading "Day" [level=1]', '- list "Visits of the day":', 'free. Enter books.'])

  // Booked: the day that the room shows stands in the panel.
  const panel = page.getByRole('dialog', { name: 'New appointment' })
  const patient = panel.getByRole('combobox', { name: 'Patient' })
  await desk.press('n')
  await patient.and(page.locator(':focus')).waitFor()
  await holds(panel, ['- combobox "Patient"', `- textbox "Date": ${dateIn(7)}`, '- button "Book"'])
  await desk.press(...'salm')
  await panel.getByRole('option', { name: /Salma/ }).waitFor()
  await holds(panel, ['- combobox "Patient" [expanded]: salm', /- option "Salma Haddad File \d+" \[selected\]/])
  await desk.press('Enter')
  await panel.getByRole('textbox', { name: 'Time' }).and(page.locator(':focus')).waitFor()
  await holds(panel, [/Patient Salma Haddad File \d+/, '- button "Change"'])
  await desk.press(...'930', 'Enter')
  await said(page, 'Booked for')
  await panel.waitFor({ state: 'detached' })
  assert.equal(desk.counted(), 10)
  assert.deepEqual(await statusOf(salma), { status: 'OPEN', starts_at: at('09:30') })
  await main.getByRole('button', { name: /Salma Haddad/ }).waitFor()
  await holds(main, [/- listitem:\s+- button "Salma Haddad .*09:30 – 10:00.*Open.*Dr\. Noor Saleh"/])

  // Checked in from the board, and taken back before anything outside hears of it.
  await page.keyboard.press('g')
  await page.keyboard.press('w')
  await main.getByRole('button', { name: 'Mona Nasser', exact: true }).waitFor()
  await holds(main, ['- heading "Flow" [level=1]', /- region "Expected":\s+- heading "Expected 1" \[level=2\]/])
  await desk.press('c')
  await said(page, 'Mona Nasser\u2069: Checked in')
  assert.equal(desk.counted(), 1)
  await main.getByRole('region', { name: 'Checked in' }).getByText('Mona Nasser').waitFor()
  await holds(main.getByRole('region', { name: 'Checked in' }), [
    '- heading "Checked in 1" [level=2]',
    /- button "Undo, \d+ s"/,
  ])
  await desk.press('z')
  await said(page, 'Undone')
  assert.equal(desk.counted(), 1)
  await main.getByRole('region', { name: 'Expected' }).getByText('Mona Nasser').waitFor()
  assert.equal((await statusOf(mona))?.status, 'OPEN')

  // Walked in.
  const door = page.getByRole('dialog', { name: 'Walk-in' })
  await desk.press('w')
  await door.getByRole('combobox', { name: 'Patient' }).and(page.locator(':focus')).waitFor()
  await holds(door, ['- combobox "Patient"', 'checkbox "Urgent: also outside the hours"', '- button "Check in"'])
  await desk.press(...'xe')
  await door.getByRole('option', { name: /Xena/ }).waitFor()
  await desk.press('Enter')
  await door.getByRole('button', { name: 'Check in', exact: true }).and(page.locator(':focus')).waitFor()
  await holds(door, [/Patient Xena Farid File \d+/])
  await desk.press('Enter')
  assert.equal(desk.counted(), 5)
  // At whatever hour the tests run: outside the hours the alert tells why, and what is left to press has the focus.
  const urgently = door.getByRole('button', { name: 'Check in as urgent' })
  const isTaken = page.getByRole('status').filter({ hasText: 'Checked in' })
  await urgently.or(isTaken).first().waitFor()
  if (await urgently.isVisible()) {
    await holds(door, [/- alert/])
    await urgently.press('Enter')
  }
  await door.waitFor({ state: 'detached' })
  await main.getByRole('region', { name: 'Checked in' }).getByText('Xena Farid').waitFor()
  assert.equal((await statusOf(xena))?.status, 'CHECKEDIN')
  assert.notEqual(await focused(page), '')
  assert.deepEqual(violations, [])
  await close()
})
