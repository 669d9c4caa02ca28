import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../../server/test/support/eventually.ts'
import { startBrowser } from './browser.ts'
import { assertAccessible, assertFits, PHONE, startConsole } from './console.ts'
import { seedInsured, seedInsurers } from './insurer-scene.ts'
import { openAs } from './logged-in.ts'
import { openAt } from './places.ts'

const app = await startConsole()
const browser = await startBrowser()

/** A clinic with insurers and a patient. */
async function insuring() {
  const clinic = await app.clinic({ name: 'Palm Clinic', name_ar: 'عيادة النخلة' })
  const branch = await app.branch(clinic)
  const patient = await app.patient(branch, { first_name: 'Sara', last_name: 'Haddad' })
  const seeded = await seedInsurers(app, clinic)
  const at = (path: string) => `${app.url}/c/${clinic.company_id}${path}`
  const insured = async () =>
    (
      await app.sql(
        `select insurance_company_id, insurance_policy_id, insurance_class_id, insurance_number,
           insurance_percentage, insurance_limit_minor, insurance_end_date
         from patient where id = $1`,
        [patient.id],
      )
    )[0]
  return { clinic, branch, patient, seeded, at, insured }
}

test('an insurer is added by keys, then its policy, then a class of it, each with what the contract refuses said at its field', async () => {
  const { clinic, at } = await insuring()
  const { page, violations, close } = await openAs(app, browser, { clinic })
  await openAt(page, at('/settings/insurers'))
  await page.getByRole('button', { name: 'New insurer' }).focus()
  await page.keyboard.press('Enter')
  const fresh = page.getByRole('dialog', { name: 'New insurer' })
  const name = fresh.getByRole('textbox', { name: 'Name', exact: true })
  await name.fill('Noor <b>Health</b>')
  await fresh.getByLabel('Share in percent').fill('101')
  await name.press('Enter')
  await fresh.getByText(/At most \W*100/).waitFor()
  await fresh.getByLabel('Share in percent').fill('٨٢٫٥')
  await fresh.getByLabel(/^Most in a year/).fill('1,000.005')
  await name.press('Enter')
  await fresh.getByText('More decimals than the currency has').waitFor()
  await fresh.getByLabel(/^Most in a year/).fill('1,000.50')
  await name.press('Enter')
  await fresh.waitFor({ state: 'detached' })

  await page.getByRole('link', { name: 'Noor <b>Health</b>' }).click()
  await page.getByRole('button', { name: 'New policy' }).click()
  const policy = page.getByRole('dialog', { name: 'New policy' })
  await policy.getByLabel('Number', { exact: true }).fill('P-1')
  await policy.getByLabel('Last day').fill('2027-06-30')
  await policy.getByRole('button', { name: 'Add' }).click()
  const opened = page.getByRole('dialog', { name: 'Policy', exact: true })
  await opened.getByText('New class').click()
  const added = opened.getByRole('form', { name: 'New class' })
  await added.getByRole('textbox', { name: 'Name', exact: true }).fill('A')
  await added.getByLabel(/^Most that the patient bears/).fill('75.5')
  await added.getByLabel('Without a yearly limit').check()
  await added.getByRole('button', { name: 'Add' }).click()
  await opened.locator('summary', { hasText: 'A' }).first().waitFor()
  await assertAccessible(page, 'a policy with its classes')
  const stored = async () =>
    app.sql(
      `select insurer.name, insurer.insurance_percentage, insurer.insurance_limit_minor, policy.policy_number,
         policy.due_at, class.name as class, class.max_limit_minor, class.insurance_unlimited
       from insurance_company insurer
       join insurance_policy policy on policy.insurance_company_id = insurer.id
       join policy_class class on class.insurance_policy_id = policy.id
       where insurer.company_id = $1 and insurer.name like 'Noor%'`,
      [clinic.company_id],
    )
  await eventually(stored, [
    {
      ...{ name: 'Noor <b>Health</b>', insurance_percentage: 82.5, insurance_limit_minor: 100_050 },
      ...{ policy_number: 'P-1', due_at: '2027-06-30T21:00:00.000Z' },
      ...{ class: 'A', max_limit_minor: 7_550, insurance_unlimited: true },
    },
  ])
  assert.deepEqual(violations, [])
  await close()
})

test('two who change one insurer: the second reads who changed the share, and applies theirs on top', async () => {
  const { clinic, at, seeded } = await insuring()
  const share = async () =>
    (await app.sql('select insurance_percentage from insurance_company where id = $1', [seeded.insurerId]))[0]
      ?.insurance_percentage
  const open = async (role: string) => {
    const opened = await openAs(app, browser, { clinic, role })
    await openAt(opened.page, at(`/settings/insurers/${seeded.insurerId}`))
    return { ...opened, form: opened.page.getByRole('form', { name: 'Insurer' }) }
  }
  const [first, second] = [await open('accountant'), await open('owner')]
  for (const [{ form }, typed] of [
    [first, '70'],
    [second, '75'],
  ] as const)
    await form.getByLabel('Share in percent').fill(typed)
  await first.form.getByRole('button', { name: 'Save' }).click()
  await eventually(share, 70)
  await second.form.getByRole('button', { name: 'Save' }).click()
  const asked = second.page.getByRole('dialog', { name: 'Changed meanwhile' })
  await asked.getByText('share', { exact: false }).first().waitFor()
  await asked.getByRole('button', { name: 'Apply mine' }).click()
  await eventually(share, 75)
  assert.deepEqual([...first.violations, ...second.violations], [])
  await first.close()
  await second.close()
})

test('the desk says by whom a patient is insured, sees what that bears, and what of the year is used and left', async () => {
  const { clinic, patient, at, insured, seeded } = await insuring()
  const { page, violations, close } = await openAs(app, browser, { clinic, role: 'receptionist' })
  await openAt(page, at(`/patients/${patient.id}/details`))
  await page.getByRole('button', { name: 'Insure', exact: true }).click()
  const drawer = page.getByRole('dialog', { name: 'Insurance' })
  await drawer.getByLabel('Insurance company').selectOption({ label: 'الواحة للتأمين' })
  await drawer.getByLabel('Policy').selectOption({ label: 'P-7701 · Palm Trading' })
  const bears = drawer.getByRole('region', { name: 'What the insurer bears by this' })
  await bears.getByText('80 %').waitFor()
  await drawer.getByLabel('Class').selectOption({ label: 'VIP' })
  await bears.getByText('92.5 %').waitFor()
  await drawer.getByLabel('Number of the insured').fill('310000001')
  await drawer.getByLabel('Last day').fill('2099-06-30')
  await assertAccessible(page, 'the insurance of a patient')
  await drawer.getByRole('button', { name: 'Save' }).click()
  await drawer.waitFor({ state: 'detached' })
  await eventually(insured, {
    ...{ insurance_company_id: seeded.insurerId, insurance_policy_id: seeded.policyId },
    ...{ insurance_class_id: seeded.classId, insurance_number: '310000001', insurance_percentage: 92.5 },
    ...{ insurance_limit_minor: 300_000, insurance_end_date: '2099-06-30' },
  })
  const section = page.getByRole('region', { name: 'Insurance', exact: true })
  await section.getByText('VIP').waitFor()
  const fact = (title: string) => section.locator('div', { has: page.getByText(title, { exact: true }) }).last()
  assert.match((await fact('Used this year').textContent()) ?? '', /SAR\s0\.00/)
  assert.match((await fact('Left this year').textContent()) ?? '', /SAR\s3,000\.00/)
  await section.getByRole('button', { name: 'Change the insurance' }).click()
  await drawer.getByLabel('Insurance company').selectOption({ label: 'Pays alone' })
  await drawer.getByRole('button', { name: 'Save' }).click()
  await drawer.waitFor({ state: 'detached' })
  await eventually(async () => (await insured())?.insurance_company_id ?? null, null)
  await section.getByText('Pays alone').waitFor()
  assert.deepEqual(violations, [])
  await close()
})

test('where another changed the insurance meanwhile, keeping theirs keeps all of it', async () => {
  const { clinic, patient, at, insured, seeded } = await insuring()
  const { page, violations, close } = await openAs(app, browser, { clinic })
  await openAt(page, at(`/patients/${patient.id}/details`))
  await page.getByRole('button', { name: 'Insure', exact: true }).click()
  const drawer = page.getByRole('dialog', { name: 'Insurance' })
  await drawer.getByLabel('Insurance company').selectOption({ label: 'Sanad Cooperative' })
  await seedInsured(app, clinic, patient.id, seeded)
  await drawer.getByRole('button', { name: 'Save' }).click()
  const asked = page.getByRole('dialog', { name: 'Changed meanwhile' })
  await asked.getByText('الواحة للتأمين').waitFor()
  await asked.getByRole('button', { name: 'Keep theirs' }).click()
  await asked.waitFor({ state: 'detached' })
  await page.getByRole('region', { name: 'Insurance', exact: true }).getByText('VIP').waitFor()
  assert.equal((await insured())?.insurance_class_id, seeded.classId)
  assert.deepEqual(violations, [])
  await close()
})

test('a doctor sees by whom a patient is insured, and changes nothing of it', async () => {
  const { clinic, branch, patient, at, seeded } = await insuring()
  await seedInsured(app, clinic, patient.id, seeded)
  const doctor = await app.doctor([branch])
  const { page, violations, close } = await openAs(app, browser, { clinic, role: 'doctor', practitioner: doctor })
  await openAt(page, at(`/patients/${patient.id}/details`))
  const section = page.getByRole('region', { name: 'Insurance', exact: true })
  await section.getByText('الواحة للتأمين').waitFor()
  assert.equal(await section.getByRole('button').count(), 0)
  assert.deepEqual(violations, [])
  await close()
})

test('on a phone in Arabic an insurer is found and a class of it changed by touch', async () => {
  const { clinic, at, seeded } = await insuring()
  const options = { locale: 'ar-SA', viewport: PHONE, hasTouch: true }
  const { page, violations, close } = await openAs(app, browser, { clinic, role: 'accountant' }, options)
  await openAt(page, at('/settings/insurers'))
  await assertFits(page, 'insurers')
  await page.getByRole('link', { name: 'الواحة للتأمين' }).tap()
  await page.getByRole('button', { name: 'P-7701' }).tap()
  const drawer = page.getByRole('dialog', { name: 'الوثيقة' })
  await drawer.locator('summary', { hasText: 'VIP' }).tap()
  const form = drawer.getByRole('form', { name: 'VIP' })
  await form.getByLabel('نسبة التحمّل المئوية').fill('٨٥٫٥')
  await assertFits(page, 'a policy')
  await form.getByRole('button', { name: 'احفظ' }).tap()
  await eventually(
    async () =>
      (await app.sql('select insurance_percentage from policy_class where id = $1', [seeded.classId]))[0]
        ?.insurance_percentage,
    85.5,
  )
  assert.deepEqual(violations, [])
  await close()
})
