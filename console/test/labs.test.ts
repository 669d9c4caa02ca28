import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { addTreatment } from '../../server/src/domain/clinical/add-treatment.ts'
import { startEncounter } from '../../server/src/domain/encounters/start-encounter.ts'
import { addLab, addLabItem } from '../../server/src/domain/labs/lab.ts'
import { orderFromLab } from '../../server/src/domain/labs/order-from-lab.ts'
import { eventually } from '../../server/test/support/eventually.ts'
import { startBrowser } from './browser.ts'
import { assertAccessible, assertFits, PHONE, startConsole } from './console.ts'
import { openAs } from './logged-in.ts'
import { openAt } from './places.ts'

const app = await startConsole()
const browser = await startBrowser()

async function practice() {
  const clinic = await app.clinic({ name: 'Palm Clinic', name_ar: 'عيادة النخلة' })
  const branch = await app.branch(clinic)
  const doctor = await app.doctor([branch], { display_name: 'Dr. Noor Saleh' })
  const patient = await app.patient(branch, { first_name: 'Huda', last_name: 'Karim', birth_date: '1990-01-01' })
  const about = { patientId: patient.id, branchId: branch.id, doctorId: doctor.id }
  const made = await app.write(clinic, async tx => {
    const lab = await addLab(tx, { name: 'Ceramics' })
    await addLabItem(tx, { labId: lab.id, name: 'Zirconia crown', priceMinor: 45_000 })
    const { treatment } = await addTreatment(tx, { ...about, name: 'Crown', priceMinor: 150_000, tooth: [26] })
    return { lab, treatment, encounter: await startEncounter(tx, about) }
  })
  const company = clinic.company_id
  const orders = () =>
    app.sql<{
      name: string | null
      tooth: number[]
      shade: string | null
      status: string
      treatment_id: string | null
    }>('select name, tooth, shade, status, treatment_id from lab_order where company_id = $1 order by created_at, id', [
      company,
    ])
  const events = async () =>
    (
      await app.sql<{ type: string }>(
        `select type from event where company_id = $1 and type like 'laborder%' order by created_at, id`,
        [company],
      )
    ).map(({ type }) => type)
  const at = (path: string) => `${app.url}/c/${company}${path}`
  return { clinic, branch, doctor, patient, ...made, orders, events, at }
}

async function fill(page: Page, treatment: string): Promise<void> {
  const drawer = page.getByRole('dialog')
  if (treatment !== '') await drawer.getByLabel('For', { exact: false }).first().selectOption({ label: treatment })
  await drawer.getByRole('combobox', { name: 'Work' }).selectOption({ label: 'Zirconia crown' })
  await drawer.getByLabel(/To be here on/).fill('2030-01-05')
  await drawer.getByRole('textbox', { name: 'Shade' }).fill('A2')
}

test('work is ordered from the chart, received and delivered in the file: each is told once', async () => {
  const { clinic, doctor, patient, treatment, orders, events, at } = await practice()
  const { page, violations, close } = await openAs(app, browser, { clinic, role: 'doctor', practitioner: doctor })
  await openAt(page, at(`/patients/${patient.id}/chart?open=${treatment.id}`))
  const drawer = page.getByRole('dialog', { name: 'Crown' })
  await drawer.getByRole('button', { name: 'Order from a lab' }).click()
  await fill(page, '')
  await assertAccessible(page, 'ordering from a lab')
  await drawer.getByRole('button', { name: 'Order from a lab' }).click()
  const made = { name: 'Zirconia crown', tooth: [26], shade: 'A2', treatment_id: treatment.id }
  await eventually(orders, [{ ...made, status: 'pending' }])
  await drawer.getByText('Lab: awaited').waitFor()
  await openAt(page, at(`/patients/${patient.id}/labs`))
  const list = page.getByRole('list', { name: 'Lab work' })
  await list.getByText('Zirconia crown').waitFor()
  await list.getByRole('button', { name: 'It came' }).click()
  await list.getByText('Here', { exact: true }).waitFor()
  await list.getByRole('button', { name: 'Patient has it' }).click()
  await list.getByText('Delivered', { exact: true }).waitFor()
  await list.getByRole('button', { name: 'Change' }).click()
  const order = page.getByRole('dialog')
  await order.getByRole('textbox', { name: 'Shade' }).fill('A3')
  await order.getByRole('button', { name: 'Save' }).click()
  await order.waitFor({ state: 'detached' })
  assert.deepEqual(await orders(), [{ ...made, shade: 'A3', status: 'delivered' }])
  assert.deepEqual(await events(), ['laborder.created', 'laborder.received', 'laborder.delivered', 'laborder.updated'])
  assert.deepEqual(violations, [])
  await close()
})

test('a stroke in the note orders work, and says so in the note', async () => {
  const { clinic, doctor, encounter, orders, at } = await practice()
  const { page, violations, close } = await openAs(app, browser, { clinic, role: 'doctor', practitioner: doctor })
  await openAt(page, at(`/encounters/${encounter.id}`))
  const notes = page.getByRole('textbox', { name: 'Clinical notes', exact: true })
  await notes.click()
  await page.keyboard.press('/')
  await page.getByRole('combobox', { name: 'Insert' }).fill('lab')
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog', { name: 'Order from a lab' })
  await fill(page, 'Crown 26')
  await drawer.getByRole('button', { name: 'Order from a lab' }).click()
  await drawer.waitFor({ state: 'detached' })
  assert.match(await notes.inputValue(), /^Zirconia crown · 26 · Ceramics · due .*5 Jan 2030/)
  assert.equal((await orders()).length, 1)
  assert.deepEqual(violations, [])
  await close()
})

test('the desk sees what is late under Tasks and says that it came, on a phone in Arabic', async () => {
  const { clinic, branch, patient, lab, orders, at } = await practice()
  await app.write(clinic, tx =>
    orderFromLab(tx, {
      ...{ patientId: patient.id, branchId: branch.id, labId: lab.id, name: 'Bridge', tooth: [14, 16] },
      due: '2020-01-05T09:00:00Z',
    }),
  )
  const options = { viewport: PHONE, locale: 'ar' }
  const { page, violations, close } = await openAs(app, browser, { clinic, role: 'receptionist' }, options)
  await openAt(page, at('/tasks?tab=labs'))
  const list = page.getByRole('list', { name: 'أعمال المختبر' })
  await list.getByText('متأخرة').waitFor()
  const views = page.getByRole('navigation', { name: 'طرق عرض المهام' })
  assert.deepEqual(await views.locator('[aria-current=page]').allTextContents(), ['أعمال المختبر'])
  await assertFits(page, 'late lab work')
  await assertAccessible(page, 'late lab work')
  await list.getByRole('button', { name: 'وصل العمل' }).click()
  await page.getByText('لا توجد أعمال مختبر للعرض').waitFor()
  assert.deepEqual(
    (await orders()).map(({ status }) => status),
    ['received'],
  )
  assert.deepEqual(violations, [])
  await close()
})
