import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addTreatment } from '../../server/src/domain/clinical/add-treatment.ts'
import { addInventoryItem } from '../../server/src/domain/inventory/inventory-item.ts'
import { putSupplies } from '../../server/src/domain/inventory/procedure-supplies.ts'
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
  const doctor = await app.doctor([branch])
  const patient = await app.patient(branch, { first_name: 'Huda', last_name: 'Karim', birth_date: '1990-01-01' })
  const company = clinic.company_id
  const made = { created_at: clinic.created_at, updated_at: clinic.created_at }
  const { id: procedureId } = await app.insert('procedure', {
    ...{ company_id: company, id: 'prc_1', ...made, name: 'Filling', code: 'F1', price_minor: 30_000 },
  })
  const about = { patientId: patient.id, branchId: branch.id, doctorId: doctor.id, procedureId }
  const { composite, gloves, treatment } = await app.write(clinic, async tx => {
    const [one, other] = [
      await addInventoryItem(tx, {
        branchId: branch.id,
        name: 'Composite',
        unit: 'capsule',
        quantity: 3,
        reorderLevel: 1,
      }),
      await addInventoryItem(tx, { branchId: branch.id, name: 'Gloves <b>', quantity: 100 }),
    ]
    const added = await addTreatment(tx, { ...about, name: 'Filling', priceMinor: 30_000, tooth: [26] })
    return { composite: one, gloves: other, treatment: added.treatment }
  })
  const events = async () =>
    (
      await app.sql<{ type: string }>('select type from event where company_id = $1 order by created_at, id', [company])
    ).map(({ type }) => type)
  const stock = async () =>
    (
      await app.sql<{ quantity: number }>(
        'select quantity::float8 as quantity from inventory_item where company_id = $1 order by name',
        [company],
      )
    ).map(({ quantity }) => quantity)
  const state = async () =>
    (
      await app.sql<{ status: string; approved: boolean; pre_auth: string | null; denial_reason: string | null }>(
        'select status, approved, pre_auth, denial_reason from treatment where company_id = $1',
        [company],
      )
    )[0]
  const at = (path: string) => `${app.url}/c/${company}${path}`
  return { clinic, branch, doctor, patient, procedureId, composite, gloves, treatment, events, stock, state, at }
}

test('the insurer is asked, says no and then yes: each is told once, the no not at all, and the plan says what waits', async () => {
  const { clinic, doctor, patient, treatment, events, state, at } = await practice()
  const { page, violations, close } = await openAs(app, browser, { clinic, role: 'doctor', practitioner: doctor })
  await openAt(page, at(`/patients/${patient.id}/chart?open=${treatment.id}`))
  const drawer = page.getByRole('dialog', { name: 'Filling' })
  const section = drawer.getByRole('region', { name: 'Approval of the insurer' })
  await section.getByRole('button', { name: 'The insurer was asked' }).click()
  await page.getByText('Approval awaited').waitFor()
  await section.getByRole('button', { name: 'Not approved' }).click()
  const no = page.getByRole('dialog', { name: 'The insurer did not approve it' })
  await no.getByRole('button', { name: 'Not approved' }).click()
  await no.getByText('Write why it was not approved.').waitFor()
  await no.getByRole('textbox').fill('Not covered <b>')
  await no.getByRole('button', { name: 'Not approved' }).click()
  await no.waitFor({ state: 'detached' })
  await section.getByText(/Because: .?Not covered <b>/).waitFor()
  await assertAccessible(page, 'what the insurer denied')
  await section.getByRole('button', { name: 'The insurer was asked again' }).click()
  await section.getByRole('button', { name: 'Approved', exact: true }).click()
  const yes = page.getByRole('dialog', { name: 'The insurer approved it' })
  await yes.getByRole('textbox').fill('PA-77')
  await yes.getByRole('button', { name: 'Approved' }).click()
  await yes.waitFor({ state: 'detached' })
  await eventually(state, { status: 'PLANNED', approved: true, pre_auth: 'PA-77', denial_reason: null })
  assert.deepEqual(await events(), [
    ...['treatment.approval_requested', 'treatment.approval_requested', 'treatment.approved'],
  ])
  assert.deepEqual(violations, [])
  await close()
})

test('what was really used is taken from the stock, what is short is said and stops nothing, and voiding gives it back', async () => {
  const { clinic, branch, doctor, patient, procedureId, composite, treatment, events, stock, state, at } =
    await practice()
  await app.write(clinic, tx =>
    putSupplies(tx, {
      id: procedureId,
      branchId: branch.id,
      supplies: [{ inventoryItemId: composite.id, quantity: 2 }],
    }),
  )
  const { page, violations, close } = await openAs(app, browser, { clinic, role: 'doctor', practitioner: doctor })
  await openAt(page, at(`/patients/${patient.id}/chart?open=${treatment.id}`))
  const drawer = page.getByRole('dialog', { name: 'Filling' })
  const used = drawer.getByRole('region', { name: 'Supplies' })
  await used.getByRole('textbox', { name: /How much of .?Composite/ }).fill('٥')
  await used.getByRole('combobox').fill('glo')
  await used.getByRole('option', { name: /Gloves <b>/ }).click()
  await assertAccessible(page, 'supplies')
  await used.getByRole('button', { name: 'Done, with these supplies' }).click()
  await page
    .getByRole('alert')
    .filter({ hasText: /Not enough in stock: .*Composite.*2 capsule.? missing/ })
    .waitFor()
  await drawer.waitFor({ state: 'detached' })
  assert.deepEqual(await stock(), [0, 99])
  assert.equal((await state())?.status, 'COMPLETED')
  assert.deepEqual(await events(), [...['treatment.status_changed', 'treatment.status_changed', 'inventory.low_stock']])
  await page.locator(`[data-item="${treatment.id}"]`).getByRole('button', { name: 'Take off' }).click()
  const question = page.getByRole('dialog')
  await question.getByRole('textbox').fill('Wrong patient')
  await question.getByRole('button', { name: 'Take off' }).click()
  await eventually(stock, [3, 100])
  assert.deepEqual(violations, [])
  await close()
})

test('steps are written, ordered and done one by one, each told once', async () => {
  const { clinic, doctor, patient, treatment, events, state, at } = await practice()
  const { page, violations, close } = await openAs(app, browser, { clinic, role: 'doctor', practitioner: doctor })
  await openAt(page, at(`/patients/${patient.id}/chart?open=${treatment.id}`))
  const steps = page.getByRole('dialog', { name: 'Filling' }).getByRole('region', { name: 'Steps' })
  await steps.getByRole('button', { name: 'Change the steps' }).click()
  for (const [place, name] of ['Prepare', 'Fill'].entries()) {
    await steps.getByRole('button', { name: 'Add a step' }).click()
    await steps.getByRole('textbox').nth(place).fill(name)
  }
  await assertAccessible(page, 'steps')
  await steps.getByRole('button', { name: 'Save the steps' }).click()
  const list = steps.getByRole('list')
  await list.getByText('Prepare').waitFor()
  const [first, second] = [list.getByRole('listitem').nth(0), list.getByRole('listitem').nth(1)]
  await first.getByRole('button', { name: 'Start' }).click()
  await first.getByText('Under way').waitFor()
  await first.getByRole('button', { name: 'Done' }).click()
  await first.getByText('Done', { exact: true }).waitFor()
  await second.getByRole('button', { name: 'Leave out' }).click()
  await eventually(async () => (await state())?.status, 'COMPLETED')
  assert.deepEqual(await events(), [
    ...['treatment.status_changed', 'treatmentstep.completed', 'treatment.status_changed'],
  ])
  assert.deepEqual(violations, [])
  await close()
})

test('the price list says what a procedure takes from the stock of a branch, on a phone in Arabic', async () => {
  const { clinic, procedureId, composite, at } = await practice()
  const options = { viewport: PHONE, locale: 'ar' }
  const { page, violations, close } = await openAs(app, browser, { clinic }, options)
  await openAt(page, at(`/settings/procedures?open=${procedureId}`))
  const supplies = page.getByRole('dialog').getByRole('region', { name: 'المستلزمات' })
  await supplies.getByRole('combobox').fill('compo')
  await supplies.getByRole('option', { name: /Composite/ }).click()
  await supplies.getByRole('textbox', { name: /الكمية من/ }).fill('٠٫٥')
  await assertAccessible(page, 'supplies of a procedure')
  await supplies.getByRole('button', { name: 'حفظ المستلزمات' }).click()
  await eventually(
    () =>
      app.sql('select inventory_item_id, quantity::float8 as quantity from procedure_supply where company_id = $1', [
        clinic.company_id,
      ]),
    [{ inventory_item_id: composite.id, quantity: 0.5 }],
  )
  await assertFits(page, 'supplies of a procedure')
  assert.deepEqual(violations, [])
  await close()
})
