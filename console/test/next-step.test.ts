import assert from 'node:assert/strict'
import { test } from 'node:test'
import { at } from '../../server/test/support/clock.ts'
import { eventually } from '../../server/test/support/eventually.ts'
import { startBrowser } from './browser.ts'
import { assertAccessible, assertFits, PHONE, startConsole } from './console.ts'
import { openAs } from './logged-in.ts'
import { openAt } from './places.ts'

const app = await startConsole()
const browser = await startBrowser()

/** A patient with a visit today, at an hour that is of today whenever it runs, and a form that waits for a signature. */
async function visited(status = 'OPEN') {
  const clinic = await app.clinic({ name: 'Palm Clinic', name_ar: 'عيادة النخلة' })
  const { company_id } = clinic
  const branch = await app.branch(clinic)
  const [doctor, colleague] = [await app.doctor([branch]), await app.doctor([branch])]
  const patient = await app.patient(branch, { first_name: 'Sara', last_name: 'Haddad' })
  const made = { company_id, created_at: at('08:00', -1), updated_at: at('08:00', -1), patient_id: patient.id }
  const times = { starts_at: at('12:00', 0), ends_at: at('12:30', 0) }
  const visit = await app.insert('appointment', {
    ...{ ...made, ...times, id: 'apt_next_step', branch_id: branch.id, doctor_id: doctor.id, status },
  })
  const file = `${app.url}/c/${company_id}/patients/${patient.id}`
  const held = () =>
    app
      .sql(`select to_status from held_move where company_id = $1 and state = 'HELD'`, [company_id])
      .then(rows => rows.map(({ to_status }) => to_status))
  const moved = () =>
    app
      .sql('select status from appointment where company_id = $1 and id = $2', [company_id, visit.id])
      .then(rows => rows[0]?.status)
  const sign = () =>
    app.insert('consent_form', {
      ...{ ...made, id: 'cns_next', branch_id: branch.id, name: 'Consent', body: 'Text', sign_required: true },
    })
  return { clinic, branch, doctor, colleague, patient, visit, file, held, moved, sign }
}

test('from the file the visit of today is checked in, taken back, and led to the chair and to its checkout, step by step', async () => {
  const { clinic, visit, file, held, moved } = await visited()
  await app.sql(
    `insert into day_rules (company_id, grid_minutes, hold_seconds, wait_amber_minutes, wait_red_minutes,
       late_after_minutes, cancel_reasons, cancel_reason_required, quiet_from, quiet_until, updated_at)
     values ($1, 15, 20, 10, 20, 10, '{}', false, '21:00', '08:00', now())`,
    [clinic.company_id],
  )
  const { page, violations, close } = await openAs(app, browser, { clinic, role: 'receptionist' })
  await openAt(page, `${file}/timeline`)
  const deed = (name: string) => page.getByRole('button', { name, exact: true })
  await deed('Check in').click()
  await deed('To waiting').waitFor()
  await eventually(held, ['CHECKEDIN'])
  await page.locator('h1').focus()
  await page.keyboard.press('z')
  await deed('Check in').waitFor()
  await eventually(held, [])
  assert.equal(await moved(), 'OPEN')
  await page.locator('h1').focus()
  for (const [step, status] of [
    ['To waiting', 'CHECKEDIN'],
    ['To chair', 'WAITING'],
  ] as const) {
    await page.keyboard.press('c')
    await deed(step).waitFor()
    await eventually(held, [status])
  }
  await page.keyboard.press('c')
  await page.getByRole('link', { name: 'Check out', exact: true }).click()
  await page.waitForURL(url => url.pathname.endsWith(`/checkout/${visit.id}`))
  assert.deepEqual(violations, [])
  await close()
})

test('where nothing of today is left, a visit is booked for the patient of the file, by its button and by N', async () => {
  const { clinic, file } = await visited('COMPLETED')
  const { page, violations, close } = await openAs(app, browser, { clinic, role: 'receptionist' })
  await openAt(page, `${file}/timeline`)
  const form = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Book a visit' }).click()
  await form.getByText('Sara Haddad').waitFor()
  await form.press('Escape')
  await form.waitFor({ state: 'detached' })
  await page.locator('h1').focus()
  await page.keyboard.press('n')
  await form.getByText('Sara Haddad').waitFor()
  assert.doesNotMatch(page.url(), /Sara|Haddad/)
  assert.deepEqual(violations, [])
  await close()
})

test('a doctor leads on their own patients alone, and an accountant none', async () => {
  const { clinic, doctor, colleague, file } = await visited('WAITING')
  const shown = async (role: string, practitioner?: { id: string }) => {
    const { page, close } = await openAs(app, browser, { clinic, role, ...(practitioner && { practitioner }) })
    await openAt(page, `${file}/timeline`)
    const names = ['To chair', 'Book a visit']
    await page.locator('.room h1').waitFor()
    const found = async () => {
      const counts = await Promise.all(names.map(name => page.getByRole('button', { name }).count()))
      return names.filter((_, index) => counts[index] === 1)
    }
    return { found, close }
  }
  for (const [role, practitioner, expected] of [
    ['doctor', doctor, ['To chair']],
    ['doctor', colleague, ['Book a visit']],
    ['accountant', undefined, []],
  ] as const) {
    const { found, close } = await shown(role, practitioner)
    await eventually(found, [...expected])
    await close()
  }
})

test('what waits for a signature stands above the file and leads to the forms; on a phone in Arabic too', async () => {
  const { clinic, file, sign } = await visited()
  await sign()
  const { page, violations, close } = await openAs(app, browser, { clinic })
  await openAt(page, `${file}/timeline`)
  const bar = page.locator('.notice', { hasText: '1 form waits for a signature' })
  await bar.waitFor()
  await assertAccessible(page, 'a file with a form to be signed')
  await bar.getByRole('link', { name: 'To the forms' }).click()
  await page.waitForURL(url => url.pathname.endsWith('/forms'))
  await close()
  const phone = await openAs(app, browser, { clinic }, { locale: 'ar-SA', viewport: PHONE, hasTouch: true })
  await openAt(phone.page, `${file}/details`)
  await phone.page.locator('.notice', { hasText: 'نموذج واحد بانتظار التوقيع' }).waitFor()
  await phone.page.getByRole('button', { name: 'تسجيل الحضور' }).waitFor()
  await assertFits(phone.page, 'a file on a phone')
  assert.deepEqual([...violations, ...phone.violations], [])
  await phone.close()
})
