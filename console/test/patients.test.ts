import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { startBrowser } from './browser.ts'
import { focused, startConsole } from './console.ts'
import { openAs } from './logged-in.ts'
import { openAt } from './places.ts'

const app = await startConsole()
const browser = await startBrowser()
const clinic = await app.clinic({ name: 'Palm Clinic', name_ar: 'عيادة النخلة' })
const branch = await app.branch(clinic)
await app.doctor([branch])
const AT = '2026-07-01T07:00:00.000Z'
const patients = `${app.url}/c/${clinic.company_id}/patients`

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()
const said = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).waitFor()
const deed = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog').last()

/** How many events of a type there are, each with what it says of the patient. */
const events = (type: string) =>
  app.sql<{ data: unknown }>('select data from event where company_id = $1 and type = $2', [clinic.company_id, type])

test('by keyboard who is looked for and not found is opened as a new file, with what was typed; where there is one already, that is offered first', async () => {
  const { page, violations, close } = await openAs(app, browser, { clinic, role: 'receptionist' })
  await openAt(page, patients)
  await page.keyboard.press('/')
  await page.keyboard.type('Nouf Al Harbi')
  await deed(page, 'New patient “\u2068Nouf Al Harbi\u2069”').press('Enter')
  const form = page.getByRole('dialog')
  await form.getByLabel('Phone').and(page.locator(':focus')).waitFor()
  await page.keyboard.type('050 123 4567')
  await page.keyboard.press('Enter')
  await said(page, 'The file is open.')
  await heading(page, 'Nouf Al Harbi')
  assert.equal((await events('patient.created')).length, 1)
  // No name stands in the address, the title, or what the browser keeps.
  assert.doesNotMatch(`${page.url()} ${await page.title()}`, /Nouf|Harbi/)

  await openAt(page, `${patients}?open=new`)
  await form.getByLabel('Given name').fill('Nouf')
  await form.getByLabel('Family name').fill('Harbi')
  await form.getByLabel('Phone').fill('+966501234567')
  await form.getByText('This phone stands in other files, too:').waitFor()
  await deed(page, 'Open the file').click()
  const offered = form.getByRole('alert')
  await offered.getByText('Same phone and given name').waitFor()
  assert.ok(await deed(page, 'Open the file').isDisabled())
  await offered.getByLabel('This is another person, who has no file yet').check()
  await deed(page, 'Open the file').click()
  await heading(page, 'Nouf Harbi')
  assert.equal((await events('patient.created')).length, 2)
  assert.deepEqual(violations, [])
  await close()
})

test('an alert is added, stands above the file, and is ended by those who may; a relative is added, taken away and brought back', async () => {
  const child = await app.patient(branch, { first_name: 'Ziad', last_name: 'Al Qahtani' })
  const found = 'maha al qahtani'
  await app.patient(branch, { first_name: 'Maha', last_name: 'Al Qahtani', name_text: found, search_text: found })
  const { page, violations, close } = await openAs(app, browser, { clinic, role: 'doctor' })
  await openAt(page, `${patients}/${child.id}/details`)
  await deed(page, 'Add an alert').click()
  await dialog(page).getByLabel('What is to be known').fill('Penicillin')
  await deed(page, 'Add').click()
  await said(page, 'The alert is added.')
  const above = page.getByRole('list', { name: 'Alerts' })
  await above.getByText('Penicillin').waitFor()
  await deed(page, 'No longer holds').click()
  await dialog(page).getByRole('button', { name: 'No longer holds' }).click()
  await said(page, 'The alert has ended.')
  await above.waitFor({ state: 'detached' })

  await deed(page, 'Add a relative').click()
  await dialog(page).getByRole('combobox', { name: 'Patient', exact: true }).fill('maha')
  await dialog(page).getByRole('option', { name: /Maha/ }).waitFor()
  await page.keyboard.press('Enter')
  assert.match(await focused(page), /Change/)
  await deed(page, 'Add').click()
  await said(page, 'The family is saved.')
  await deed(page, 'Remove \u2068Maha Al Qahtani\u2069 from the family').click()
  await page.getByText('No family in the clinic').waitFor()
  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('z')
  await page.locator('#main').getByRole('link', { name: 'Maha Al Qahtani' }).last().click()
  await heading(page, 'Maha Al Qahtani')
  assert.deepEqual(violations, [])
  await close()
})

test('two files of one person are made one and parted again; a file is archived, deleted and restored', async () => {
  const [kept, other] = [
    await app.patient(branch, { first_name: 'Huda', last_name: 'Saleh', phone_number: '+966500000001' }),
    await app.patient(branch, { first_name: 'Huda', last_name: 'Saleh', phone_number: '+966500000001' }),
  ]
  const [patient_id, other_id] = [kept.id, other.id].sort()
  await app.insert('patient_suspect', {
    ...{ company_id: clinic.company_id, id: 'sus_two', created_at: AT, updated_at: AT },
    ...{ patient_id, other_id, reasons: ['PHONE_AND_NAME'] },
  })
  const { page, violations, close } = await openAs(app, browser, { clinic })
  await openAt(page, `${patients}?open=suspects`)
  await deed(page, `Keep file \u2068${kept.file_number}\u2069`).press('Enter')
  await deed(page, 'Merge').press('Enter')
  await said(page, 'The files are one.')
  await dialog(page).getByText('Huda Saleh').first().waitFor({ state: 'detached' })
  // The address of the other file leads on.
  await page.goto(`${patients}/${other.id}/details`)
  await page.waitForURL(`${patients}/${kept.id}/details`)
  await deed(page, 'Part the files again').press('Enter')
  await dialog(page).getByRole('button', { name: 'Part the files again' }).press('Enter')
  await said(page, 'There are two files again.')

  await deed(page, 'Archive…').press('Enter')
  await dialog(page).getByLabel('Reason').fill('Moved to another city')
  await deed(page, 'Archive').press('Enter')
  await said(page, 'The file is archived.')
  await page.getByText('Archived: \u2068Moved to another city\u2069').waitFor()
  await deed(page, 'Take it out of the archive').press('Enter')
  await said(page, 'The file is out of the archive.')
  await deed(page, 'Delete…').press('Enter')
  await deed(page, 'Delete the file').press('Enter')
  await said(page, 'The file is deleted.')
  await deed(page, 'Restore the file').press('Enter')
  await said(page, 'The file is open again.')
  await page.getByRole('link', { name: 'Details' }).waitFor()
  assert.deepEqual(violations, [])
  await close()
})
