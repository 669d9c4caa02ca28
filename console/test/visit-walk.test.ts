import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { openTreasury } from '../../server/src/domain/books/treasury.ts'
import { insurePatient } from '../../server/src/domain/insurance/insure-patient.ts'
import { addInsurer } from '../../server/src/domain/insurance/insurer.ts'
import { eventually } from '../../server/test/support/eventually.ts'
import { startBrowser } from './browser.ts'
import { button, openPage, PHONE, said, startConsole } from './console.ts'
import { openAs } from './logged-in.ts'
import { openAt } from './places.ts'
import { signByHand } from './signing-hand.ts'
import { moneyMirror } from './walk/money-mirror.ts'

const app = await startConsole()
const browser = await startBrowser()

/** A clinic with a price, an insurer that bears half, and a patient whom it insures. */
async function practice() {
  const clinic = await app.clinic({ name: 'Palm Clinic', name_ar: 'عيادة النخلة' })
  const branch = await app.branch(clinic, { phones: ['+966112345678'] })
  const doctor = await app.doctor([branch], { display_name: 'Dr. Noor Saleh' })
  const patient = await app.patient(branch, {
    ...{ first_name: 'Huda', last_name: 'Karim', birth_date: '1990-01-01' },
    ...{ name_text: 'huda karim', search_text: 'huda karim' },
  })
  await app.insert('procedure', {
    ...{ company_id: clinic.company_id, id: 'prc_crown', name: 'Crown', name_ar: 'تاج', code: 'D1' },
    ...{ price_minor: 100_000, sort_order: 0, created_at: clinic.created_at, updated_at: clinic.created_at },
  })
  await app.write(clinic, async tx => {
    const { id } = await addInsurer(tx, { name: 'Waha', insurancePercentage: 50 })
    await insurePatient(tx, { patientId: patient.id, insuranceCompanyId: id, number: '310000001' })
    await openTreasury(tx, { name: 'Claims bank', type: 'BANK', isDefault: false })
  })
  const at = (path: string) => `${app.url}/c/${clinic.company_id}${path}`
  const one = async <Row extends Record<string, unknown>>(text: string) =>
    (await app.sql<Row>(text, [clinic.company_id]))[0]
  return { clinic, doctor, patient, at, one, agree: await moneyMirror(app, clinic) }
}
type Walk = Awaited<ReturnType<typeof practice>> & { page: Page }

const press = async (page: Page, ...keys: readonly string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}

async function arrive({ page, at, one }: Walk): Promise<string> {
  await openAt(page, at('/flow'))
  await page.getByRole('heading', { level: 1 }).focus()
  await press(page, 'w')
  const panel = page.getByRole('dialog', { name: 'Walk-in' })
  await panel.getByRole('combobox', { name: 'Patient' }).fill('huda')
  await panel.getByRole('option', { name: /Huda/ }).click()
  await panel.getByLabel('Urgent: also outside the hours').check()
  await button(page, 'Check in').last().click()
  await panel.waitFor({ state: 'detached' })
  return (await one<{ id: string }>('select id from appointment where company_id = $1'))?.id ?? ''
}

async function chart({ page, at, patient, one }: Walk): Promise<void> {
  await openAt(page, at(`/patients/${patient.id}/chart`))
  await press(page, 'ArrowRight', 'p', ...'crown', 'Enter')
  await eventually(() => one('select status from treatment where company_id = $1'), { status: 'PLANNED' })
  await press(page, 'Escape')
}

/** Two options, of which the patient signs the second on a phone. */
async function quote({ page, one }: Walk): Promise<void> {
  await page.getByRole('link', { name: 'Quote' }).click()
  await page.getByRole('heading', { level: 1, name: 'Quote' }).waitFor()
  await button(page, 'Add an option').click()
  const second = page.getByRole('region', { name: /Option .?B/ })
  await second.getByRole('textbox', { name: 'Discount, %' }).fill('10')
  await button(page, 'Make the quotation').click()
  await page.getByRole('heading', { level: 1, name: 'Quotation', exact: true }).waitFor()
  await button(page, 'Send').first().click()
  const drawer = page.getByRole('dialog', { name: 'Send' })
  await drawer.getByRole('combobox', { name: 'How' }).selectOption('none')
  await drawer.getByRole('button', { name: 'Send' }).click()
  const address = (await drawer.getByText(/\/p\/quotation\//).textContent()) ?? ''
  await press(page, 'Escape')
  const phone = await openPage(browser, { viewport: PHONE, hasTouch: true, isMobile: true })
  await phone.page.goto(`${app.url}${new URL(address.trim()).pathname}?lang=en`)
  await phone.page.getByRole('textbox').fill('1990')
  await phone.page.getByRole('button').click()
  await phone.page.getByRole('radio').nth(1).check()
  await signByHand(phone.page, 'Huda Karim')
  await eventually(() => one("select signed from quotation where company_id = $1 and option_label = 'B'"), {
    signed: true,
  })
  assert.deepEqual(phone.violations, [])
  await phone.close()
}

async function complete({ page, at, patient, one }: Walk): Promise<void> {
  await openAt(page, at(`/patients/${patient.id}/chart`))
  await page.locator('[data-item]').waitFor()
  await press(page, 'ArrowRight', 's')
  await eventually(() => one('select status from treatment where company_id = $1'), { status: 'IN_PROGRESS' })
  await page.locator('[data-item]', { hasText: 'Under way' }).waitFor()
  await press(page, 'd')
  await eventually(() => one('select status from treatment where company_id = $1'), { status: 'COMPLETED' })
}

async function checkOut({ page, at, one }: Walk, visit: string): Promise<void> {
  await openAt(page, at('/flow'))
  const card = page.locator(`[data-visit="${visit}"] [data-card]`)
  for (const word of ['Waiting', 'In chair']) {
    await card.focus()
    await press(page, 'c')
    await said(page, word)
  }
  await card.focus()
  await press(page, 'p')
  const first = page.getByRole('group', { name: 'Paid by 1' })
  await first.waitFor()
  await press(page, 'F4', '+')
  await first.getByLabel('Amount').fill('200')
  await page.getByRole('group', { name: 'Paid by 2' }).waitFor()
  await button(page, 'Take payment').click()
  await page.getByRole('region', { name: 'Receipt' }).waitFor()
  await eventually(() => one("select count(*)::int as n from payment where company_id = $1 and type <> 'INSURANCE'"), {
    n: 2,
  })
}

async function claimIt({ page, at, one }: Walk): Promise<void> {
  await openAt(page, at('/claims?tab=builder'))
  await page.getByLabel('Insurer', { exact: true }).selectOption({ label: 'Waha' })
  await page.getByRole('region', { name: 'Can be claimed' }).getByRole('checkbox').last().focus()
  await press(page, 'Space')
  await page.getByRole('button', { name: 'Claim 1 invoice' }).waitFor()
  await press(page, 'b')
  const claim = page.getByRole('dialog', { name: 'New claim' })
  await claim.getByRole('textbox', { name: 'Name', exact: true }).fill('November')
  await press(page, 'Enter')
  const opened = page.getByRole('dialog', { name: 'Claim', exact: true })
  await opened.getByLabel('Reference of the insurer').fill('W-1')
  await opened.getByRole('button', { name: 'Submit' }).click()
  await eventually(() => one('select status from claim where company_id = $1'), { status: 'IN_REVIEW' })
  await press(page, 'Escape')
  await opened.waitFor({ state: 'detached' })
}

async function remit({ page, at, one }: Walk, borne: number): Promise<void> {
  await openAt(page, at('/claims?tab=remittance'))
  await page.getByLabel('Insurer', { exact: true }).selectOption({ label: 'Waha' })
  await page.getByRole('textbox', { name: 'Paid in all', exact: true }).fill(String(borne))
  await page.getByLabel('Into which treasury').selectOption({ label: 'Claims bank' })
  await page.getByRole('textbox', { name: 'Reference of the payment', exact: true }).fill('PAY-1')
  await page.getByRole('button', { name: 'All as claimed' }).click()
  await page.getByRole('button', { name: 'Post' }).click()
  await eventually(() => one('select status from claim where company_id = $1'), { status: 'FULLY_CLAIMED' })
}

async function giveBack({ page, at, one }: Walk): Promise<void> {
  const card = await one<{ id: string }>("select id from payment where company_id = $1 and type = 'CARD'")
  await openAt(page, at(`/money?tab=payments&open=${card?.id}`))
  await page
    .getByRole('dialog', { name: 'Payment', exact: true })
    .getByRole('button', { name: 'Refund' })
    .press('Enter')
  const refund = page.getByRole('dialog', { name: 'Refund the payment' })
  await refund.getByLabel('Reason').fill('Was not done')
  await refund.getByLabel('Amount').fill('33.33')
  await refund.getByRole('button', { name: 'Refund' }).press('Enter')
  await refund.waitFor({ state: 'detached' })
}

async function credit({ page, at }: Walk, invoiceId: string): Promise<void> {
  await openAt(page, at(`/money?open=${invoiceId}`))
  const bill = page.getByRole('dialog', { name: 'Invoice' })
  await bill.getByRole('button', { name: 'Credit note' }).press('Enter')
  await bill.getByLabel('Taken off Crown').fill('10')
  await bill.getByLabel('Reason').fill('Kindness')
  await bill.getByRole('button', { name: 'Make credit note' }).press('Enter')
  await bill.getByRole('region', { name: 'Credit notes' }).getByRole('listitem').getByText('Kindness').waitFor()
}

test('a visit is walked from the door to the claim: the books add up after each step, and a plugin’s copy says the same', async () => {
  const place = await practice()
  const { clinic, doctor, one, agree } = place
  const { page, violations, close } = await openAs(app, browser, { clinic, practitioner: doctor })
  const walk = { ...place, page }
  const visit = await arrive(walk)
  await chart(walk)
  await quote(walk)
  await complete(walk)
  await agree('completed')
  await checkOut(walk, visit)
  await agree('checked out')
  const { id = '', minor = 0 } =
    (await one<{ id: string; minor: number }>(
      'select id, insurance_minor::int as minor from invoice where company_id = $1',
    )) ?? {}
  assert.ok(minor > 0)
  await claimIt(walk)
  await agree('claimed')
  await remit(walk, minor / 100)
  await agree('the insurer has paid')
  await giveBack(walk)
  await agree('a part is given back')
  await credit(walk, id)
  await agree('a note is made')
  assert.deepEqual(violations, [])
  await close()
})
