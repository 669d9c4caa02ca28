import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeTask } from '../../server/src/domain/tasks/change-task.ts'
import { dateIn } from '../../server/test/support/clock.ts'
import { eventually } from '../../server/test/support/eventually.ts'
import { startBrowser } from './browser.ts'
import { assertAccessible, button, focused, said, startConsole } from './console.ts'
import { openAs } from './logged-in.ts'
import { openAt } from './places.ts'
import { seedTasks } from './task-scene.ts'

const app = await startConsole()
const browser = await startBrowser()

async function practice() {
  const clinic = await app.clinic({ name: 'Palm Clinic' })
  const branch = await app.branch(clinic)
  const doctor = await app.doctor([branch], { display_name: 'Dr. Noor Saleh' })
  const patient = await app.patient(branch, { first_name: 'Salma', name_text: 'salma', search_text: 'salma' })
  const room = (path: string) => `${app.url}/c/${clinic.company_id}${path}`
  return { clinic, branch, doctor, patient, room }
}

test('what is typed before a panel has come, which N opened, is typed into it and is no key of the room', async () => {
  const { clinic, room } = await practice()
  const { page, violations, close } = await openAs(app, browser, { clinic, role: 'receptionist' })
  const mayCome = Promise.withResolvers<void>()
  await page.route('**/assets/booking-form-*.js', async route => {
    await mayCome.promise
    await route.continue()
  })
  await openAt(page, room('/day'))
  await page.keyboard.press('n')
  // In the room they would go elsewhere: ] is tomorrow, V is by room, . is today.
  await page.keyboard.type(']v.')
  for (const _ of ']v.') await page.keyboard.press('Backspace')
  await page.keyboard.type('salm')
  mayCome.resolve()
  const panel = page.getByRole('dialog', { name: 'New appointment' })
  const field = panel.getByRole('combobox', { name: 'Patient' })
  await field.waitFor()
  await eventually(() => field.inputValue(), 'salm')
  await panel.getByRole('option', { name: /Salma/ }).waitFor()
  await page.keyboard.type('a')
  assert.equal(await field.inputValue(), 'salma')
  const { searchParams } = new URL(page.url())
  assert.deepEqual([searchParams.get('date'), searchParams.get('by')], [null, null])
  assert.deepEqual(violations, [])
  await close()
})

test('a time of today that has passed is asked about before it is booked, once', async () => {
  const { clinic, patient, room } = await practice()
  const { page, violations, close } = await openAs(app, browser, { clinic, role: 'receptionist' })
  const visits = async () =>
    (await app.sql('select from appointment where company_id = $1', [clinic.company_id])).length
  await openAt(page, room(`/patients/${patient.id}/timeline`))
  await page.keyboard.press('n')
  const panel = page.getByRole('dialog', { name: 'New appointment' })
  await panel.getByRole('button', { name: 'Change' }).waitFor()
  await panel.getByLabel('Date').fill(dateIn(-1))
  await panel.getByLabel('Time').fill('10:00')
  await page.keyboard.press('Enter')
  await panel.getByRole('alert').getByText('This time has passed. Is it meant?').waitFor()
  assert.match(await focused(page), /Time/)
  assert.equal(await visits(), 0)
  await assertAccessible(page, 'a time that has passed', ['[role=dialog]'])
  await button(page, 'Book it all the same').click()
  await panel.waitFor({ state: 'detached' })
  await said(page, 'Booked for')
  assert.equal(await visits(), 1)
  assert.deepEqual(violations, [])
  await close()
})

test('what is typed into a form stays as another changes the same record; saved, the other fields are theirs, and the same one is decided', async () => {
  const { clinic, branch, doctor, patient, room } = await practice()
  const id = await seedTasks(app, clinic, { branch, doctor, patient })
  const theirs = (input: { title?: string; details?: string }) =>
    app.write(clinic, tx => changeTask(tx, { id, ...input }))
  const stored = async () =>
    (await app.sql<{ title: string; details: string }>('select title, details from task where id = $1', [id])).map(
      task => [task.title, task.details],
    )
  const { page, violations, close } = await openAs(app, browser, { clinic })
  await openAt(page, room(`/tasks?tab=team&open=${id}`))
  const form = page.getByRole('form', { name: 'Task' })
  const title = form.getByRole('textbox', { name: 'What is to be done' })
  // Nothing is typed yet: it shows what others save.
  await theirs({ title: 'Call the lab' })
  await eventually(() => title.inputValue(), 'Call the lab')
  await title.fill('Mine')
  await theirs({ details: 'Urgent' })
  await page.locator(`[data-task="${id}"]`).getByText('Urgent').waitFor()
  assert.equal(await title.inputValue(), 'Mine')
  await theirs({ title: 'Theirs' })
  await page.locator(`[data-task="${id}"]`).getByText('Theirs').waitFor()
  assert.equal(await title.inputValue(), 'Mine')
  await form.getByRole('button', { name: 'Save' }).click()
  const dialog = page.getByRole('dialog', { name: 'Changed meanwhile' })
  await dialog.locator('ins', { hasText: 'Theirs' }).waitFor()
  await dialog.getByRole('button', { name: 'Apply mine' }).click()
  await eventually(stored, [['Mine', 'Urgent']])
  assert.deepEqual(violations, [])
  await close()
})
