import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addMedication } from '../../server/src/domain/clinical/add-medication.ts'
import { startEncounter } from '../../server/src/domain/encounters/start-encounter.ts'
import { addAlert } from '../../server/src/domain/patients/patient-alerts.ts'
import { eventually } from '../../server/test/support/eventually.ts'
import { startBrowser } from './browser.ts'
import { assertAccessible, assertFits, button, PHONE, said, startConsole } from './console.ts'
import { openAs } from './logged-in.ts'
import { openAt } from './places.ts'

const app = await startConsole()
const browser = await startBrowser()

async function practice() {
  const clinic = await app.clinic({ name: 'Palm Clinic', name_ar: 'عيادة النخلة' })
  const branch = await app.branch(clinic)
  const doctor = await app.doctor([branch], { display_name: 'Dr. Noor Saleh' })
  const patient = await app.patient(branch, { first_name: 'Huda', last_name: 'Karim', birth_date: '1990-01-01' })
  const company = clinic.company_id
  const about = { patientId: patient.id, branchId: branch.id, doctorId: doctor.id }
  const encounter = await app.write(clinic, async tx => {
    await addAlert(tx, { id: patient.id, kind: 'ALLERGY', severity: 'HIGH', text: 'Penicillin' })
    const known = { category: 'Antibiotics', strength: '300 mg', sig: 'Three times a day', duration: 5 }
    await addMedication(tx, { name: 'Clindamycin', ...known })
    return startEncounter(tx, about)
  })
  const written = () =>
    app.sql<{ name: string; strength: string | null; duration: number | null; cancel_reason: string | null }>(
      `select line.name, strength, duration::float8 as duration, cancel_reason from medication_line line
       join prescription p on p.company_id = line.company_id and p.id = line.prescription_id
       where p.company_id = $1 order by p.created_at, p.id, line.sort_order`,
      [company],
    )
  const events = () =>
    app.sql<{ type: string }>(`select type from event where company_id = $1 and type like 'prescription%'`, [company])
  const at = (path: string) => `${app.url}/c/${company}${path}`
  return { clinic, doctor, patient, encounter, written, events, at }
}

const sized = /\/MediaBox ?\[0 0 ([\d.]+) ([\d.]+)\]/
const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type ?\/Page\b/g)?.length

test('a stroke in the note writes a prescription, with the allergies in sight; it is told once, canceled with a reason', async () => {
  const { clinic, doctor, encounter, written, events, at } = await practice()
  const { page, violations, close } = await openAs(app, browser, { clinic, role: 'doctor', practitioner: doctor })
  await openAt(page, at(`/encounters/${encounter.id}`))
  const notes = page.getByRole('textbox', { name: 'Clinical notes', exact: true })
  await notes.click()
  await page.keyboard.press('/')
  await page.getByRole('combobox', { name: 'Insert' }).fill('presc')
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog', { name: 'Prescribe' })
  await drawer.getByRole('region', { name: 'Allergies and alerts' }).getByText('Penicillin').waitFor()
  await drawer.getByRole('button', { name: 'Prescribe', exact: true }).click()
  await drawer.getByText('Add what is prescribed.').waitFor()
  await drawer.getByRole('combobox').fill('clinda')
  await drawer.getByRole('option', { name: /Clindamycin/ }).waitFor()
  await page.keyboard.press('Enter')
  await drawer.getByRole('textbox', { name: 'For days' }).fill('٧')
  await drawer.getByRole('combobox').fill('Mouth rinse <b>')
  await drawer.getByRole('button', { name: /Write/ }).click()
  await assertAccessible(page, 'prescribing')
  await drawer.getByRole('button', { name: 'Prescribe', exact: true }).click()
  await drawer.waitFor({ state: 'detached' })
  assert.equal(await notes.inputValue(), 'Clindamycin 300 mg · Three times a day · 7 days\nMouth rinse <b>')
  const lines = [
    { name: 'Clindamycin', strength: '300 mg', duration: 7, cancel_reason: null },
    { name: 'Mouth rinse <b>', strength: null, duration: null, cancel_reason: null },
  ]
  assert.deepEqual(await written(), lines)
  assert.deepEqual(await events(), [{ type: 'prescription.created' }])
  const list = page.getByRole('list', { name: 'Prescriptions' })
  await list.getByText(/Mouth rinse <b>/).waitFor()
  await list.getByRole('button', { name: 'Cancel', exact: true }).click()
  const question = page.getByRole('dialog')
  await question.getByRole('textbox', { name: 'Why' }).fill('Allergy')
  await question.getByRole('button', { name: 'Cancel the prescription' }).click()
  await said(page, 'The prescription is canceled.')
  await list.getByText(/Canceled: .?Allergy/).waitFor()
  assert.equal(await list.getByRole('button', { name: 'Cancel', exact: true }).count(), 0)
  assert.deepEqual(await events(), [{ type: 'prescription.created' }])
  assert.deepEqual(violations, [])
  await close()
})

test('from the file it is written too, by a phone in Arabic, and printed on one A5 page in both languages', async () => {
  const { clinic, doctor, patient, written, at } = await practice()
  const options = { viewport: PHONE, locale: 'ar' }
  const { page, violations, close } = await openAs(
    app,
    browser,
    { clinic, role: 'doctor', practitioner: doctor },
    options,
  )
  await openAt(page, at(`/patients/${patient.id}/prescriptions?open=prescribe`))
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('combobox').fill('clinda')
  await drawer.getByRole('option', { name: /Clindamycin/ }).click()
  await assertAccessible(page, 'prescribing in Arabic')
  await drawer.getByRole('button', { name: 'كتابة وصفة', exact: true }).click()
  await drawer.waitFor({ state: 'detached' })
  await eventually(async () => (await written()).map(({ name }) => name), ['Clindamycin'])
  await assertFits(page, 'prescriptions')
  await page.getByRole('link', { name: 'فتح للطباعة' }).click()
  const paper = page.getByRole('article')
  for (const word of ['Huda Karim', 'عيادة النخلة', 'Palm Clinic', 'How often', 'عدد المرات', 'Clindamycin'])
    await paper.getByText(word, { exact: true }).waitFor()
  await assertFits(page, 'the paper')
  await assertAccessible(page, 'the paper in Arabic')
  const pdf = await page.pdf({ preferCSSPageSize: true })
  const [, width = '', height = ''] = sized.exec(pdf.toString('latin1')) ?? []
  assert.deepEqual([Math.round(Number(width)), Math.round(Number(height)), pagesOf(pdf)], [420, 595, 1])
  assert.deepEqual(violations, [])
  await close()
})

test('an assistant reads what was prescribed and writes nothing', async () => {
  const { clinic, patient, at } = await practice()
  const { page, close } = await openAs(app, browser, { clinic, role: 'assistant' })
  await openAt(page, at(`/patients/${patient.id}/prescriptions`))
  await page.getByText('Nothing was prescribed yet.').waitFor()
  assert.equal(await button(page, 'Prescribe').count(), 0)
  await close()
})
