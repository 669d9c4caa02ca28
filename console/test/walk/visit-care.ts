import assert from 'node:assert/strict'
import { clockIn, NOON_ZONE } from '../../../server/test/support/clock.ts'
import { eventually } from '../../../server/test/support/eventually.ts'
import { button, openPage, PHONE, said } from '../console.ts'
import { openAt } from '../places.ts'
import { signByHand } from '../signing-hand.ts'
import { press, type Walk } from './visit-place.ts'

const newest = 'select id from appointment where company_id = $1 order by created_at desc limit 1'

/** Booked ahead by the panel, for later on the same day. */
export async function book({ page, at, one }: Walk): Promise<string> {
  await openAt(page, at('/flow'))
  await page.getByRole('heading', { level: 1 }).focus()
  await press(page, 'n')
  const panel = page.getByRole('dialog', { name: 'New appointment' })
  await panel.getByRole('combobox', { name: 'Patient' }).fill('huda')
  await panel.getByRole('option', { name: /Huda/ }).click()
  await panel.getByLabel('Date').fill(clockIn(NOON_ZONE).dateIn(0))
  await panel.getByRole('textbox', { name: 'Time' }).fill('1530')
  await panel.getByRole('textbox', { name: 'Time' }).press('Enter')
  await said(page, 'Booked for')
  await panel.waitFor({ state: 'detached' })
  return (await one<{ id: string }>(newest))?.id ?? ''
}

/** The visit has come: its card is checked in by a key. */
export async function checkIn({ page, at, one }: Walk, visit: string): Promise<void> {
  await openAt(page, at('/flow'))
  await page.locator(`[data-visit="${visit}"] [data-card]`).focus()
  await press(page, 'c')
  await said(page, 'Checked in')
  await eventually(() => one('select state, to_status from held_move where company_id = $1'), {
    ...{ state: 'HELD', to_status: 'CHECKEDIN' },
  })
}

export async function walkIn({ page, at, one }: Walk): Promise<string> {
  await openAt(page, at('/flow'))
  await page.getByRole('heading', { level: 1 }).focus()
  await press(page, 'w')
  const panel = page.getByRole('dialog', { name: 'Walk-in' })
  await panel.getByRole('combobox', { name: 'Patient' }).fill('omar')
  await panel.getByRole('option', { name: /Omar/ }).click()
  await panel.getByLabel('Urgent: also outside the hours').check()
  await button(page, 'Check in').last().click()
  await panel.waitFor({ state: 'detached' })
  return (await one<{ id: string }>(newest))?.id ?? ''
}

export async function chart({ page, at, patient, one }: Walk): Promise<void> {
  await openAt(page, at(`/patients/${patient.id}/chart`))
  await press(page, 'ArrowRight', 'p', ...'crown', 'Enter')
  await eventually(() => one('select status from treatment where company_id = $1'), { status: 'PLANNED' })
  await press(page, 'Escape')
}

/** The note is begun from the visit, which is in the chair by it, and is signed. */
export async function writeNote({ page, at, one }: Walk, visit: string): Promise<void> {
  await openAt(page, at(`/flow?open=${visit}`))
  await page.getByRole('button', { name: 'Clinical note' }).click()
  await page.getByRole('textbox', { name: 'Clinical notes', exact: true }).click()
  await page.keyboard.type('Crown prepared.')
  await page.getByText(/^Saved/).waitFor()
  await press(page, 'Control+Enter')
  await said(page, /The note is signed/)
  await page.getByText(/Fingerprint of the document/).waitFor()
  assert.deepEqual(
    await one(
      `select status, clinical_notes, signed_by_id is not null as signed from encounter
       join appointment on appointment.company_id = encounter.company_id and appointment.id = appointment_id
       where encounter.company_id = $1`,
    ),
    { status: 'INPROGRESS', clinical_notes: 'Crown prepared.', signed: true },
  )
}

/** Two options are made of the plan. */
export async function quote({ page, at, patient }: Walk): Promise<void> {
  await openAt(page, at(`/patients/${patient.id}/chart`))
  await page.getByRole('link', { name: 'Quote' }).click()
  await page.getByRole('heading', { level: 1, name: 'Quote' }).waitFor()
  await button(page, 'Add an option').click()
  const second = page.getByRole('region', { name: /Option .?B/ })
  await second.getByRole('textbox', { name: 'Discount, %' }).fill('10')
  await button(page, 'Make the quotation').click()
  await page.getByRole('heading', { level: 1, name: 'Quotation', exact: true }).waitFor()
}

/** The link to the quotation is made, and opened on the phone of the patient: answers that page. */
export async function openQuotation({ app, browser, page, one }: Walk) {
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
  await phone.page.getByRole('radio').first().waitFor()
  assert.deepEqual(
    await one('select bool_and(seen) as seen, bool_or(signed) as signed from quotation where company_id = $1'),
    {
      ...{ seen: true, signed: false },
    },
  )
  return phone
}

/** Of the two options the patient signs the second. */
export async function signQuotation({ one }: Walk, phone: Awaited<ReturnType<typeof openQuotation>>): Promise<void> {
  await phone.page.getByRole('radio').nth(1).check()
  await signByHand(phone.page, 'Huda Karim')
  await eventually(() => one("select signed from quotation where company_id = $1 and option_label = 'B'"), {
    signed: true,
  })
  assert.deepEqual(phone.violations, [])
  await phone.close()
}

export async function complete({ page, at, patient, one }: Walk): Promise<void> {
  await openAt(page, at(`/patients/${patient.id}/chart`))
  await page.locator('[data-item]').waitFor()
  await press(page, 'ArrowRight', 's')
  await eventually(() => one('select status from treatment where company_id = $1'), { status: 'IN_PROGRESS' })
  await page.locator('[data-item]', { hasText: 'Under way' }).waitFor()
  await press(page, 'd')
  await eventually(() => one('select status from treatment where company_id = $1'), { status: 'COMPLETED' })
}

/** What was done today is entered as such, for one who came without a visit. */
export async function enterDone({ page, at, other, one }: Walk): Promise<void> {
  await openAt(page, at(`/patients/${other.id}/chart`))
  const entry = page.getByRole('combobox', { name: 'Add to the chart' })
  await entry.fill('. scaling')
  await entry.press('Enter')
  await eventually(
    () =>
      one(`select status from treatment join procedure on procedure.company_id = treatment.company_id
       and procedure.id = procedure_id where treatment.company_id = $1 and procedure.code = 'D2'`),
    { status: 'COMPLETED' },
  )
}
