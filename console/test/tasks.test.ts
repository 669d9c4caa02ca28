import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NOON_ZONE } from '../../server/test/support/clock.ts'
import { eventually } from '../../server/test/support/eventually.ts'
import { startBrowser } from './browser.ts'
import { assertAccessible, assertFits, focused, PHONE, said, startConsole } from './console.ts'
import { visitAt } from './flow-scene.ts'
import { openAs } from './logged-in.ts'
import { openAt } from './places.ts'
import { seedTasks } from './task-scene.ts'

const app = await startConsole()
const browser = await startBrowser()

async function practice() {
  const clinic = await app.clinic({ name: 'Palm Clinic', name_ar: 'عيادة النخلة', time_zone: NOON_ZONE })
  const branch = await app.branch(clinic)
  const doctor = await app.doctor([branch], { display_name: 'Dr. Noor Saleh' })
  const patient = await app.patient(branch, { first_name: 'Huda', last_name: 'Karim' })
  const room = (path: string) => `${app.url}/c/${clinic.company_id}${path}`
  const tasks = () =>
    app.sql<{ title: string; status: string; patient_id: string | null; appointment_id: string | null }>(
      'select title, status, patient_id, appointment_id from task where company_id = $1 order by created_at, id',
      [clinic.company_id],
    )
  const events = async (type: string) =>
    (await app.sql('select from event where company_id = $1 and type = $2', [clinic.company_id, type])).length
  return { clinic, branch, doctor, patient, room, tasks, events }
}

test('T begins a task about the patient or the visit that is looked at; without a title it is not added', async () => {
  const { clinic, branch, doctor, patient, room, tasks } = await practice()
  const visit = await visitAt(app, branch, { doctor, patient, offset: 5 })
  const { page, violations, close } = await openAs(app, browser, { clinic, role: 'receptionist' })
  await openAt(page, room(`/patients/${patient.id}/details`))
  await page.keyboard.press('t')
  const panel = page.getByRole('dialog', { name: 'New task' })
  await panel.getByText('Huda Karim').waitFor()
  await assertAccessible(page, 'a new task', ['[role=dialog]'])
  const title = panel.getByRole('textbox', { name: 'What is to be done' })
  await title.fill(' ')
  await panel.getByLabel('Details').fill('About the crown')
  await page.keyboard.press('Tab')
  await panel.getByRole('button', { name: 'Add' }).click()
  await title.and(page.locator('[aria-invalid=true]')).waitFor()
  await page.keyboard.type('Call the lab')
  await page.keyboard.press('Enter')
  await eventually(async () => (await tasks()).map(one => [one.title, one.patient_id]), [['Call the lab', patient.id]])

  await openAt(page, room('/flow'))
  await page.locator(`[data-visit="${visit.id}"] [data-card]`).focus()
  await page.keyboard.press('t')
  await panel.getByText('Huda Karim').waitFor()
  await title.fill('Take an x-ray')
  await page.keyboard.press('Enter')
  await eventually(async () => (await tasks()).at(-1)?.appointment_id, visit.id)
  assert.equal((await tasks()).at(-1)?.patient_id, patient.id)
  assert.doesNotMatch(page.url(), /Huda|Karim/)
  assert.deepEqual(violations, [])
  await close()
})

test('by keyboard J and K walk the tasks, Space ticks one off with one event, Z takes it back, Enter opens it; the focus stays among them', async () => {
  const { clinic, branch, doctor, patient, room, tasks, events } = await practice()
  await seedTasks(app, clinic, { branch, doctor, patient })
  const { page, violations, close } = await openAs(app, browser, { clinic, role: 'doctor', practitioner: doctor })
  await openAt(page, room('/flow'))
  await page.keyboard.press('g')
  await page.keyboard.press('k')
  await page.getByRole('heading', { name: 'Tasks' }).waitFor()
  // What is given to oneself comes first.
  await page.getByRole('link', { name: 'Send the x-ray to the insurer' }).waitFor()
  assert.equal(await page.locator('[data-task]').count(), 1)
  await page.getByRole('link', { name: 'Team' }).click()
  await page.getByText(/Late: /).waitFor()
  assert.equal(await page.locator('[data-task]').count(), 3)
  await page.keyboard.press('j')
  assert.match(await focused(page), /اتصل/)
  await page.keyboard.press('j')
  assert.match(await focused(page), /Send the x-ray/)
  const before = await events('task.completed')
  await page.keyboard.press(' ')
  await eventually(() => events('task.completed'), before + 1)
  await page.locator('[data-task]').nth(2).waitFor({ state: 'detached' })
  await page.waitForFunction("document.activeElement.textContent === 'Order gloves, size M'")
  await page.keyboard.press('z')
  await said(page, 'Back on the list.')
  const [, about] = await tasks()
  assert.deepEqual([about?.title, about?.status], ['Send the x-ray to the insurer', 'OPEN'])
  await page.locator('[data-task]').nth(2).waitFor()
  await page.keyboard.press('k')
  await page.keyboard.press('k')
  await page.keyboard.press('Enter')
  const form = page.getByRole('form', { name: 'Task' })
  await form.getByLabel('State').selectOption('Dropped')
  await form.getByRole('button', { name: 'Save' }).click()
  await eventually(async () => (await tasks()).map(one => one.status), ['CANCELED', 'OPEN', 'OPEN', 'COMPLETED'])
  await form.waitFor({ state: 'detached' })
  assert.equal(await page.evaluate("document.activeElement.tagName !== 'BODY'"), true)
  assert.deepEqual(violations, [])
  await close()
})

test('of two who change one task, the second reads who changed what and applies theirs on top', async () => {
  const { clinic, branch, doctor, patient, room, tasks } = await practice()
  const id = await seedTasks(app, clinic, { branch, doctor, patient })
  const { page, close } = await openAs(app, browser, { clinic, role: 'receptionist' })
  await openAt(page, room(`/tasks?tab=team&open=${id}`))
  const form = page.getByRole('form', { name: 'Task' })
  const title = form.getByRole('textbox', { name: 'What is to be done' })
  await title.fill('Mine')
  await app.sql("update task set title = 'Theirs', version = version + 1 where id = $1", [id])
  await app.sql(
    `insert into record_change (company_id, record_id, version, table_name, at, caller, changes)
     values ($1, $2, 2, 'task', now(), 'system', '{"title": ["was", "Theirs"]}')`,
    [clinic.company_id, id],
  )
  await form.getByRole('button', { name: 'Save' }).click()
  const dialog = page.getByRole('dialog', { name: 'Changed meanwhile' })
  await dialog.locator('ins', { hasText: 'Theirs' }).waitFor()
  await dialog.getByRole('button', { name: 'Apply mine' }).click()
  await eventually(async () => (await tasks())[0]?.title, 'Mine')
  await close()
})

test('who is not on the list of practitioners is told why no task is theirs; on a phone in Arabic a task is ticked by touch without sideways scrolling', async () => {
  const { clinic, branch, doctor, patient, room, tasks } = await practice()
  await seedTasks(app, clinic, { branch, doctor, patient })
  const { page, violations, close } = await openAs(
    app,
    browser,
    { clinic, role: 'receptionist' },
    {
      ...{ viewport: PHONE, hasTouch: true, locale: 'ar' },
    },
  )
  await openAt(page, room('/tasks?tab=mine'))
  await page.getByText('لا يمكن إسناد مهمة إليك').waitFor()
  await page.getByRole('link', { name: 'متأخرة' }).tap()
  await page.locator('[data-task]').waitFor()
  await assertFits(page, 'late tasks')
  await assertAccessible(page, 'late tasks')
  await page.getByRole('checkbox').tap()
  await page.getByText('لا شيء لإنجازه').waitFor()
  assert.equal((await tasks())[0]?.status, 'COMPLETED')
  assert.deepEqual(violations, [])
  await close()
})
