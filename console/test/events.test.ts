import assert from 'node:assert/strict'
import { test } from 'node:test'
import { staffOperations } from '@clinic/contract/staff/index.ts'
import type { Page } from 'playwright-core'
import { SAMPLES } from '../../server/test/support/clinic/file-samples.ts'
import { clockIn, NOON_ZONE } from '../../server/test/support/clock.ts'
import { eventually } from '../../server/test/support/eventually.ts'
import { startBrowser } from './browser.ts'
import { button, said, startConsole } from './console.ts'
import { visitAt } from './flow-scene.ts'
import { openAs } from './logged-in.ts'
import { openAt } from './places.ts'
import { watchTraces } from './traces.ts'

const { at, dateIn } = clockIn(NOON_ZONE)
const app = await startConsole()
const browser = await startBrowser()

/** Names and numbers that stand nowhere else: one of them in the body of an event came from a person. */
const PERSONAL = /quxz|509876543|501112223/i
const named = (last_name: string) => ({ first_name: `Quxzq${last_name}`, last_name, phone_number: '+966509876543' })

/** A clinic in which moves are not held, with the files and visits that are worked on. */
async function practice() {
  const clinic = await app.clinic({ name: 'Palm Clinic', sandbox: true, time_zone: NOON_ZONE })
  const branch = await app.branch(clinic)
  const doctor = await app.doctor([branch], { display_name: 'Dr. Noor Saleh' })
  const { company_id } = clinic
  await app.sql(
    `insert into day_rules (company_id, grid_minutes, hold_seconds, wait_amber_minutes, wait_red_minutes,
       late_after_minutes, cancel_reasons, cancel_reason_required, quiet_from, quiet_until, updated_at)
     values ($1, 15, 0, 10, 20, 10, '{}', false, '21:00', '08:00', now())`,
    [company_id],
  )
  const patient = (last: string) => app.patient(branch, named(last))
  const visit = async (last: string, offset: number) =>
    visitAt(app, branch, { doctor, patient: await patient(last), offset })
  const told = async () =>
    app.sql<{ type: string; body: string }>(
      `select type, data::text || coalesce(previous_attributes::text, '') as body from event
       where company_id = $1 order by created_at, id`,
      [company_id],
    )
  return { clinic, branch, doctor, patient, visit, told, room: (path: string) => `${app.url}/c/${company_id}${path}` }
}
type Practice = Awaited<ReturnType<typeof practice>>

const deed = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog').last()

/** Section 4: a file is opened, archived and back, deleted and restored; two are made one and parted again. */
async function files(page: Page, { clinic, branch, doctor, patient, room }: Practice): Promise<string[]> {
  await openAt(page, room('/patients?open=new'))
  await dialog(page).getByLabel('Given name').fill('Quxzqnew')
  await dialog(page).getByLabel('Family name').fill('Quxzk')
  await dialog(page).getByLabel('Phone').fill('0501112223')
  await deed(page, 'Open the file').click()
  await page.getByRole('heading', { level: 1, name: 'Quxzqnew Quxzk' }).waitFor()
  const [kept, other] = [await patient('Quxzksame'), await patient('Quxzksame')]
  await visitAt(app, branch, { doctor, patient: other, offset: 300 })
  const [patient_id, other_id] = [kept.id, other.id].sort()
  await app.insert('patient_suspect', {
    ...{ company_id: clinic.company_id, id: 'sus_events', created_at: at('08:00', -1), updated_at: at('08:00', -1) },
    ...{ patient_id, other_id, reasons: ['PHONE_AND_NAME'] },
  })
  await openAt(page, room('/patients?open=suspects'))
  await deed(page, `Keep file \u2068${kept.file_number}\u2069`).press('Enter')
  await deed(page, 'Merge').press('Enter')
  await said(page, 'The files are one.')
  await openAt(page, room(`/patients/${kept.id}/details`))
  await deed(page, 'Part the files again').press('Enter')
  await dialog(page).getByRole('button', { name: 'Part the files again' }).press('Enter')
  await said(page, 'There are two files again.')
  await deed(page, 'Archive…').press('Enter')
  await dialog(page).getByLabel('Reason').fill('Quxzq moved away')
  await deed(page, 'Archive').press('Enter')
  await said(page, 'The file is archived.')
  await deed(page, 'Take it out of the archive').press('Enter')
  await said(page, 'The file is out of the archive.')
  await deed(page, 'Delete…').press('Enter')
  await deed(page, 'Delete the file').press('Enter')
  await said(page, 'The file is deleted.')
  await deed(page, 'Restore the file').press('Enter')
  await said(page, 'The file is open again.')
  return [
    'patient.created',
    ...['patient.deleted', 'appointment.updated', 'patient.created', 'appointment.updated'],
    ...['patient.updated', 'patient.updated', 'patient.deleted', 'patient.created'],
  ]
}

/** Section 4.1: a document and an x-ray are added to a file. */
async function records(page: Page, { patient, room }: Practice): Promise<string[]> {
  const { id } = await patient('Quxzkfiles')
  await openAt(page, room(`/patients/${id}/files`))
  const choose = async (name: string) => {
    const file = { name, mimeType: 'image/png', buffer: SAMPLES['image/png'] }
    await page.locator('input[type=file]').first().setInputFiles(file)
    await button(page, name).waitFor()
  }
  await choose('Quxzqsmile.png')
  await page.getByLabel('These are x-rays').check()
  await choose('Quxzqbite.png')
  return ['file.created', 'xray.created']
}

/** Section 2: a visit is booked and moved; who walks in is checked in; a call is begun. */
async function bookings(page: Page, { clinic, branch, doctor, patient, room }: Practice): Promise<string[]> {
  const { id } = await patient('Quxzkbooked')
  await openAt(page, room(`/patients/${id}/timeline`))
  await page.keyboard.press('n')
  const panel = page.getByRole('dialog', { name: 'New appointment' })
  await panel.getByRole('button', { name: 'Change' }).waitFor()
  await panel.getByLabel('Date').fill(dateIn(7))
  await panel.getByLabel('Time').fill('9:30')
  await page.keyboard.press('Enter')
  await panel.waitFor({ state: 'detached' })
  await openAt(page, room(`/day?date=${dateIn(7)}`))
  const card = page.locator('button[data-visit]')
  await card.focus()
  for (const key of ['m', 'ArrowDown', 'Enter']) await page.keyboard.press(key)
  const stands = () => app.sql<{ starts_at: string }>('select starts_at from appointment where patient_id = $1', [id])
  await eventually(async () => (await stands())[0]?.starts_at, at('09:45'))
  const online = await app.insert('appointment', {
    ...{ company_id: clinic.company_id, id: 'apt_events', branch_id: branch.id, doctor_id: doctor.id, is_online: true },
    ...{ patient_id: (await patient('Quxzkonline')).id, status: 'CHECKEDIN', created_at: at('08:00', -1) },
    ...{ updated_at: at('08:00', -1), starts_at: at('20:00', -1), ends_at: at('20:30', -1) },
  })
  await openAt(page, room(`/day?open=${online.id}`))
  const opened = page.context().waitForEvent('page')
  await deed(page, 'Start the video call').click()
  await (await opened).close()
  return ['appointment.created', 'appointment.updated', 'videocall.started']
}

/** Section 3: from the door to the end, not come, canceled, and without an appointment. */
async function board(page: Page, { visit, patient, room }: Practice): Promise<string[]> {
  const [comes, missed, off] = [
    await visit('Quxzkcomes', -20),
    await visit('Quxzkmissed', -4),
    await visit('Quxzkoff', 12),
  ]
  const walks = await patient('Quxzkwalks')
  const on = (id: string) => page.locator(`[data-visit="${id}"] [data-card]`)
  await openAt(page, room('/flow'))
  for (const word of ['Checked in', 'Waiting', 'In chair', 'Completed']) {
    await on(comes.id).focus()
    await page.keyboard.press('c')
    await said(page, `\u2069: ${word}`)
  }
  await on(missed.id).focus()
  await page.keyboard.press('o')
  await said(page, '\u2069: No-show')
  await on(off.id).focus()
  await page.keyboard.press('x')
  await page.getByRole('dialog', { name: 'Cancel the visit' }).waitFor()
  await page.keyboard.press('Enter')
  await said(page, '\u2069: Canceled')
  await app.sql('update patient set name_text = $2, search_text = $2 where id = $1', [walks.id, 'quxzqwalks'])
  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('w')
  const panel = page.getByRole('dialog', { name: 'Walk-in' })
  await panel.getByRole('combobox', { name: 'Patient' }).fill('quxzqwalks')
  await panel.getByRole('option', { name: /Quxzkwalks/ }).click()
  await panel.getByLabel('Urgent: also outside the hours').check()
  await panel.getByRole('button', { name: 'Check in', exact: true }).click()
  await panel.waitFor({ state: 'detached' })
  return [
    ...['appointment.checkedin', 'appointment.updated', 'appointment.updated', 'appointment.completed'],
    ...['appointment.noshow', 'appointment.cancelled', 'appointment.created', 'appointment.checkedin'],
  ]
}

/** Section 5: a task is given and done. */
async function tasks(page: Page, { patient, room }: Practice): Promise<string[]> {
  const { id } = await patient('Quxzktask')
  await openAt(page, room(`/patients/${id}/details`))
  await page.keyboard.press('t')
  const panel = page.getByRole('dialog', { name: 'New task' })
  await panel.getByRole('textbox', { name: 'What is to be done' }).fill('Quxzq calls back')
  await panel.getByRole('button', { name: 'Add', exact: true }).click()
  await panel.waitFor({ state: 'detached' })
  await openAt(page, room('/tasks?tab=team'))
  await page.getByRole('checkbox').click()
  await page.getByText('Nothing to do').waitFor()
  return ['task.created', 'task.completed']
}

/** What the operations of sections 2 to 5 say that they tell, but for what a merge tells of bills and labs. */
const PARTS = ['appointments', 'patients', 'day', 'merges', 'tasks', 'files']
const DECLARED = new Set(
  staffOperations
    .filter(({ path, emits = [] }) => emits.length > 0 && PARTS.includes(path.split('/')[1] ?? ''))
    .flatMap(({ emits = [] }) => emits)
    .filter(type => /^(appointment|patient|task|file|xray|videocall)\./.test(type)),
)

test('what is done by clicks in the day, on the board, in files and with tasks is told to plugins, each once, and no name or number of a person with it, nor in an address, a title or what the browser keeps', async () => {
  const place = await practice()
  const { page, violations, close } = await openAs(app, browser, { clinic: place.clinic })
  const left = watchTraces(page)
  const expected: string[] = []
  for (const part of [files, records, bookings, board, tasks]) {
    const before = (await place.told()).length
    const types = await part(page, place)
    await eventually(
      async () =>
        (await place.told())
          .slice(before)
          .map(({ type }) => type)
          .sort(),
      [...types].sort(),
    )
    expected.push(...types)
  }
  assert.deepEqual(
    [...DECLARED].filter(type => !expected.includes(type)),
    [],
  )
  for (const { type, body } of await place.told()) assert.doesNotMatch(body, PERSONAL, type)
  const traces = await left()
  assert.ok(traces.includes('/patients/pat_'), traces)
  assert.doesNotMatch(traces, PERSONAL)
  assert.deepEqual(violations, [])
  await close()
})
