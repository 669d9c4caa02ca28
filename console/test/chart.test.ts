import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { eventually } from '../../server/test/support/eventually.ts'
import { startBrowser } from './browser.ts'
import { assertAccessible, assertFits, focused, PHONE, said, startConsole } from './console.ts'
import { openAs } from './logged-in.ts'
import { openAt } from './places.ts'

const app = await startConsole()
const browser = await startBrowser()

async function practice() {
  const clinic = await app.clinic({ name: 'Palm Clinic', name_ar: 'عيادة النخلة' })
  const branch = await app.branch(clinic)
  const doctor = await app.doctor([branch], { display_name: 'Dr. Noor Saleh' })
  const patient = await app.patient(branch, { first_name: 'Huda', last_name: 'Karim', birth_date: '1990-01-01' })
  const at = { created_at: clinic.created_at, updated_at: clinic.created_at }
  for (const [index, [name, nameAr]] of [
    ['Crown', 'تاج'],
    ['Composite filling', 'حشوة تجميلية'],
  ].entries())
    await app.insert('procedure', {
      ...{ company_id: clinic.company_id, id: `prc_${index}`, ...at, name: name ?? '', name_ar: nameAr ?? '' },
      ...{ code: `D${index}`, price_minor: 30_000, sort_order: index },
    })
  const stored = async () =>
    (
      await app.sql<{ name: string; status: string; tooth: number[]; tooth_part: string[]; finding: string | null }>(
        'select name, status, tooth, tooth_part, finding from treatment where company_id = $1 order by created_at, id',
        [clinic.company_id],
      )
    ).map(({ name, status, tooth, tooth_part, finding }) => [
      ...[status, finding ?? name],
      `${tooth.join(',')} ${tooth_part.join(',')}`.trim(),
    ])
  return {
    clinic,
    branch,
    doctor,
    patient,
    stored,
    room: `${app.url}/c/${clinic.company_id}/patients/${patient.id}/chart`,
  }
}

/** Presses keys one by one, and counts them. */
async function press(page: Page, keys: readonly string[]): Promise<number> {
  for (const key of keys) await page.keyboard.press(key === ' ' ? 'Space' : key)
  return keys.length
}

const entry = (page: Page) => page.getByRole('combobox', { name: 'Add to the chart' })

test('"26 mod" is a stored item after 8 keys, and 10 findings are charted without a mouse', async () => {
  const { clinic, doctor, stored, room } = await practice()
  const { page, violations, close } = await openAs(app, browser, { clinic, role: 'doctor', practitioner: doctor })
  await openAt(page, room)
  assert.equal(await press(page, ['a', ...'26 mod', 'Enter']), 8)
  await eventually(stored, [['PLANNED', 'Composite filling', '26 mesial,occlusal,distal']])
  await said(page, /On the chart: .*Composite filling/)

  // The bar keeps the focus: each finding is its text and Enter.
  const findings = [
    '!16 mo',
    '!17 fracture',
    'e36 crown',
    'e46 do',
    '!48 impacted',
    '!38 missing',
    '!11 d',
    '!21 mobile',
  ]
  for (const text of [...findings, 'e14,15 sealant', '!31-33 perio']) await press(page, [...text, 'Enter'])
  await eventually(async () => (await stored()).length, 10)
  await press(page, [...Array.from('!31-33 perio', () => 'Backspace'), ...'!31-33 peri', 'Enter'])
  await eventually(async () => (await stored()).length, 11)
  const found = (await stored()).slice(1).map(([status, finding]) => `${status} ${finding}`)
  assert.deepEqual(found, [
    ...['CONDITION CARIES', 'CONDITION FRACTURE', 'EXISTING CROWN', 'EXISTING FILLING', 'CONDITION IMPACTED'],
    ...['CONDITION MISSING', 'CONDITION CARIES', 'CONDITION MOBILE', 'EXISTING SEALANT', 'CONDITION PERIAPICAL'],
  ])
  await page.getByRole('button', { name: /38.*missing/ }).waitFor()
  await assertAccessible(page, 'a chart')
  assert.deepEqual(violations, [])
  await close()
})

test('outside the bar arrows walk the teeth, P plans on one, S starts, D is done, Delete takes off with why', async () => {
  const { clinic, doctor, stored, room } = await practice()
  const { page, violations, close } = await openAs(app, browser, { clinic, role: 'doctor', practitioner: doctor })
  await openAt(page, room)
  await press(page, ['ArrowRight', 'ArrowRight', 'ArrowDown'])
  assert.match(await focused(page), /47/)
  await press(page, ['p', ...'crown', 'Enter'])
  await eventually(stored, [['PLANNED', 'Crown', '47']])
  await page.locator('[data-item]').waitFor()
  await press(page, ['Escape', 's'])
  await eventually(stored, [['IN_PROGRESS', 'Crown', '47']])
  await page.locator('[data-item]', { hasText: 'Under way' }).waitFor()
  await press(page, ['d'])
  await eventually(stored, [['COMPLETED', 'Crown', '47']])
  await page.getByRole('heading', { name: 'Done and taken off' }).waitFor()
  await press(page, ['Delete'])
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Why' }).waitFor()
  await page.keyboard.type('Other tooth')
  await dialog.getByRole('button', { name: 'Take off' }).click()
  await eventually(stored, [['REJECTED', 'Crown', '47']])
  await dialog.waitFor({ state: 'detached' })
  await press(page, ['a', ...'.26 o', 'Enter'])
  await eventually(stored, [
    ['REJECTED', 'Crown', '47'],
    ['COMPLETED', 'Composite filling', '26 occlusal'],
  ])
  assert.deepEqual(violations, [])
  await close()
})

test('what cannot be is said where it is typed and charts nothing; what a colleague charts is shown', async () => {
  const { clinic, doctor, stored, room } = await practice()
  const { page, close } = await openAs(app, browser, { clinic, role: 'doctor', practitioner: doctor })
  const other = await openAs(app, browser, { clinic, role: 'assistant' })
  await openAt(page, room)
  await openAt(other.page, room)
  await press(page, ['a', ...'19 mod', 'Enter'])
  await page.getByText(/19.* is no tooth/).waitFor()
  await entry(page).fill('26 unheard')
  await page.getByText('Nothing of that name is on the price list.').waitFor()
  await page.keyboard.press('Enter')
  assert.deepEqual(await stored(), [])
  await entry(page).fill('26 mod')
  await page.keyboard.press('Enter')
  await other.page.locator('[data-item]', { hasText: 'Composite filling' }).waitFor()
  await other.close()
  await close()
})

test('on a phone in Arabic the arches are not mirrored, the surfaces are large enough for a finger, and nothing is wider than the screen', async () => {
  const { clinic, doctor, stored, room } = await practice()
  const { page, close } = await openAs(
    app,
    browser,
    { clinic, role: 'doctor', practitioner: doctor },
    { viewport: PHONE, locale: 'ar' },
  )
  await openAt(page, room)
  const leftOf = async (tooth: number) => (await page.locator(`[data-tooth="${tooth}"]`).boundingBox())?.x ?? 0
  assert.ok((await leftOf(18)) < (await leftOf(11)))
  assert.ok((await leftOf(21)) < (await leftOf(28)))
  await page.locator('[data-tooth="16"]').click()
  const mesial = page.getByRole('button', { name: 'أنسي' })
  const box = await mesial.boundingBox()
  assert.ok(box && box.height >= 44 && box.width >= 44)
  await mesial.click()
  await page.getByRole('button', { name: 'إطباقي' }).click()
  await page.getByRole('option').first().click()
  await eventually(stored, [['PLANNED', 'Composite filling', '16 mesial,occlusal']])
  await assertFits(page, 'a chart')
  await assertAccessible(page, 'a chart in Arabic')
  await close()
})
