import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator } from 'playwright-core'
import { at, dateIn } from '../../server/test/support/clock.ts'
import { eventually } from '../../server/test/support/eventually.ts'
import { startBrowser } from './browser.ts'
import { assertAccessible, assertFits, PHONE, said, startConsole } from './console.ts'
import { openAs } from './logged-in.ts'
import { openAt } from './places.ts'

const app = await startConsole()
const browser = await startBrowser()

/** A clinic with a branch, its doctor, and a visit in room A in three days at noon. */
async function practice() {
  const clinic = await app.clinic({ name: 'Palm Clinic', name_ar: 'عيادة النخلة' })
  const branch = await app.branch(clinic)
  await app.sql(`update branch set name = 'Olaya', rooms = '{A,B}' where id = $1`, [branch.id])
  const doctor = await app.doctor([branch], { display_name: 'Dr. Noor Saleh', display_name_ar: 'د. نور صالح' })
  const patient = await app.patient(branch, { first_name: 'Salma', last_name: 'Haddad' })
  const made = new Date().toISOString()
  const visit = await app.insert('appointment', {
    ...{ company_id: clinic.company_id, id: `apt_set_${patient.id.slice(4)}`, branch_id: branch.id, room: 'A' },
    ...{ doctor_id: doctor.id, patient_id: patient.id, status: 'OPEN', created_at: made, updated_at: made },
    ...{ starts_at: at('12:00', 3), ends_at: at('12:30', 3) },
  })
  return { clinic, branch, doctor, visit }
}
const stored = async ({ id }: { id: string }) => {
  const [row] = await app.sql<{
    rooms: string[]
    breaks: { startMinute?: number; endMinute?: number }[]
    holidays: number[]
    name_ar: string | null
  }>('select rooms, breaks, holidays, name_ar from branch where id = $1', [id])
  assert.ok(row)
  return row
}

test('an owner finds a branch by keys, renames a room, sets a break and a holiday, and is told which visits then stand outside', async () => {
  const { clinic, branch, visit } = await practice()
  const { page, violations, close } = await openAs(app, browser, { clinic })
  await openAt(page, `${app.url}/c/${clinic.company_id}/members`)
  await page.keyboard.press('g')
  await page.keyboard.press('u')
  await page.getByRole('link', { name: 'Branches' }).click()
  await page.getByRole('link', { name: 'Olaya' }).click()
  const facts = page.getByRole('form', { name: 'About the branch' })
  await facts.waitFor()
  await assertAccessible(page, 'a branch')

  await facts.getByLabel('Name in Arabic').fill('العليا')
  await facts.getByLabel(/^Room \W*1/).fill('Blue')
  await facts.getByRole('button', { name: 'Save' }).click()
  await said(page, 'Saved.')
  const [{ room } = { room: '' }] = await app.sql<{ room: string }>('select room from appointment where id = $1', [
    visit.id,
  ])
  assert.deepEqual(
    [room, (await stored(branch)).rooms, (await stored(branch)).name_ar],
    ['Blue', ['Blue', 'B'], 'العليا'],
  )

  await facts.getByRole('button', { name: /Remove the room \W*Blue/ }).click()
  await facts.getByRole('button', { name: 'Save' }).click()
  await facts.getByText(/1\W* visit to come needs it/).waitFor()

  const hours = page.getByRole('form', { name: 'Opening hours' })
  const day = new Intl.DateTimeFormat('en', { weekday: 'short', timeZone: 'UTC' }).format(
    new Date(`${dateIn(3)}T00:00:00Z`),
  )
  await hours.getByRole('button', { name: `Add a break on ${day}` }).click()
  await hours.getByLabel(new RegExp(`Break \\W*1\\W*, ${day}: from`)).fill('11.45')
  await hours.getByLabel(new RegExp(`Break \\W*1\\W*, ${day}: until`)).fill('1 pm')
  await hours.getByRole('button', { name: 'Save' }).click()
  await page.getByText(/1\W* visit now stands outside the hours/).waitFor()
  await page.getByRole('link', { name: /Salma Haddad/ }).waitFor()
  const [{ startMinute, endMinute } = {}] = (await stored(branch)).breaks
  assert.deepEqual([startMinute, endMinute], [705, 780])

  const holidays = page.getByRole('form', { name: 'Holidays' })
  await holidays.getByRole('button', { name: 'Add a holiday' }).click()
  await holidays.getByRole('button', { name: 'Save' }).click()
  await holidays.getByText('Enter a date').waitFor()
  await holidays.getByLabel(/Date of holiday/).fill(dateIn(9))
  await holidays.getByLabel(/Name of holiday/).fill('National Day')
  await holidays.getByRole('button', { name: 'Save' }).click()
  await eventually(async () => (await stored(branch)).holidays, [Number(dateIn(9).replaceAll('-', ''))])
  assert.deepEqual(violations, [])
  await close()
})

test('weeks with other hours, and a doctor’s shifts in them, are said on a phone in Arabic', async () => {
  const { clinic, branch, doctor } = await practice()
  const { page, violations, close } = await openAs(
    app,
    browser,
    { clinic },
    { locale: 'ar-SA', viewport: PHONE, hasTouch: true },
  )
  await openAt(page, `${app.url}/c/${clinic.company_id}/settings/branches/${branch.id}`)
  const periods = page.getByRole('form', { name: 'أسابيع بدوام آخر' })
  await periods.getByRole('button', { name: 'أضف أسابيع بدوام آخر' }).tap()
  await periods.getByLabel('اسم هذه الأسابيع').fill('رمضان')
  await periods.getByLabel('أول تاريخ').fill(dateIn(20))
  await periods.getByLabel('آخر تاريخ').fill(dateIn(40))
  await assertFits(page, 'a period')
  await periods.getByRole('button', { name: 'احفظ' }).tap()
  await said(page, 'حُفظ.')
  const [period] = await app.sql<{ id: string; name: string }>(
    'select id, name from branch_period where branch_id = $1',
    [branch.id],
  )
  assert.equal(period?.name, 'رمضان')

  const weeks = page.getByLabel('الأسابيع', { exact: true })
  await weeks.selectOption({ label: 'رمضان' })
  const shifts = page.getByRole('form', { name: 'دوام الأطباء' })
  await shifts
    .getByRole('button', { name: /أضف نوبة/ })
    .first()
    .tap()
  await shifts.getByLabel(/النوبة .*: من/).fill('٢٠')
  await shifts.getByLabel(/النوبة .*: حتى/).fill('٢')
  await shifts.getByRole('button', { name: 'احفظ' }).tap()
  const kept = () =>
    app.sql(
      'select weekday, start_minute, end_minute from period_shift where period_id = $1 and practitioner_id = $2',
      [period?.id, doctor.id],
    )
  await eventually(kept, [{ weekday: 0, start_minute: 1_200, end_minute: 1_560 }])
  await assertAccessible(page, 'shifts')
  assert.deepEqual(violations, [])
  await close()
})

test('the rules of the day are said in one form, what is no rule is refused at its place', async () => {
  const { clinic } = await practice()
  const { page, violations, close } = await openAs(app, browser, { clinic })
  await openAt(page, `${app.url}/c/${clinic.company_id}/settings/appointments`)
  const form = page.getByRole('form', { name: 'Appointments' })
  await form.getByLabel('Seconds in which a status can be taken back').fill('500')
  await form.getByRole('button', { name: 'Save' }).click()
  await form.getByText(/At most \W*120/).waitFor()
  await form.getByLabel('Seconds in which a status can be taken back').fill('20')
  await form.getByLabel('Visits begin every').selectOption('10')
  await form.getByLabel('Reasons for canceling').fill('Is ill\n\n Has no time ')
  await form.getByLabel('No reminders from').fill('')
  await form.getByLabel('No reminders until').fill('')
  await form.getByRole('button', { name: 'Save' }).click()
  await said(page, 'Saved.')
  const [rules] = await app.sql(
    'select grid_minutes, hold_seconds, cancel_reasons, quiet_from from day_rules where company_id = $1',
    [clinic.company_id],
  )
  assert.deepEqual(rules, {
    grid_minutes: 10,
    hold_seconds: 20,
    cancel_reasons: ['Is ill', 'Has no time'],
    quiet_from: null,
  })
  assert.deepEqual(violations, [])
  await close()
})

test('a reminder is written, shown with what it says next, and switched off', async () => {
  const { clinic } = await practice()
  const { page, violations, close } = await openAs(app, browser, { clinic })
  await openAt(page, `${app.url}/c/${clinic.company_id}/settings/reminders`)
  await page.getByRole('button', { name: 'New reminder' }).click()
  const drawer = page.getByRole('dialog', { name: 'New reminder' })
  await drawer.getByLabel('Name').fill('The evening before')
  await drawer.getByRole('textbox', { name: 'Text', exact: true }).fill('Hello {{surname}}')
  await drawer.getByRole('button', { name: 'Add' }).click()
  await drawer.getByText('stands for nothing').waitFor()
  await drawer.getByRole('textbox', { name: 'Text', exact: true }).fill('Hello {{patient}}: {{time}}')
  await drawer.getByRole('button', { name: 'Add' }).click()
  await drawer.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'The evening before' }).click()
  const opened = page.getByRole('dialog', { name: 'Reminder' })
  await opened.getByText('Hello Salma: 12:00').waitFor()
  await assertAccessible(page, 'a reminder')
  await opened.getByLabel('It reminds').uncheck()
  await opened.getByRole('button', { name: 'Save' }).click()
  const active = async () =>
    (
      await app.sql<{ active: boolean }>('select active from reminder_rule where company_id = $1', [clinic.company_id])
    )[0]
  await eventually(active, { active: false })
  assert.deepEqual(violations, [])
  await close()
})

test('what is typed while a form is being saved stays on top of what was saved, and the next save takes it', async () => {
  const { clinic, branch } = await practice()
  const { page, violations, close } = await openAs(app, browser, { clinic })
  /** Saves a form, and types while its answer is held back. */
  const saveAndType = async (form: Locator, type: () => Promise<void>) => {
    const { promise: typed, resolve: release } = Promise.withResolvers<void>()
    const sent = page.waitForRequest(request => request.method() !== 'GET')
    await page.route('**/staff/**', async route => {
      if (route.request().method() !== 'GET') await typed
      await route.continue()
    })
    await form.getByRole('button', { name: 'Save' }).click()
    await sent
    await type()
    release()
    await said(page, 'Saved.')
    await page.unrouteAll({ behavior: 'wait' })
  }
  await openAt(page, `${app.url}/c/${clinic.company_id}/settings/branches/${branch.id}`)
  const facts = page.getByRole('form', { name: 'About the branch' })
  await facts.getByLabel('Name in Arabic').fill('العليا')
  await saveAndType(facts, () => facts.getByLabel(/^Room \W*1/).fill('Blue'))
  await eventually(async () => (await stored(branch)).name_ar, 'العليا')
  await facts.getByRole('button', { name: 'Save', disabled: false }).click()
  await eventually(async () => (await stored(branch)).rooms, ['Blue', 'B'])

  await openAt(page, `${app.url}/c/${clinic.company_id}/settings/appointments`)
  const rules = page.getByRole('form', { name: 'Appointments' })
  const seconds = rules.getByLabel('Seconds in which a status can be taken back')
  await seconds.fill('20')
  await saveAndType(rules, () => seconds.fill('25'))
  await rules.getByRole('button', { name: 'Save', disabled: false }).click()
  await eventually(
    async () => app.sql('select hold_seconds from day_rules where company_id = $1', [clinic.company_id]),
    [{ hold_seconds: 25 }],
  )
  assert.equal(await page.getByRole('dialog').count(), 0, 'nothing of another to decide about')
  assert.deepEqual(violations, [])
  await close()
})
