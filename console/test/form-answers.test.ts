import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { createForm } from '../../server/src/domain/forms/form.ts'
import { completeDraft } from '../../server/src/domain/forms/submit-form.ts'
import { visitOf } from '../../server/test/support/clinic/checkout.ts'
import { eventually } from '../../server/test/support/eventually.ts'
import { startBrowser } from './browser.ts'
import { assertAccessible, assertFits, focused, PHONE, startConsole } from './console.ts'
import { QUESTIONS } from './form-scene.ts'
import { openAs } from './logged-in.ts'
import { openAt } from './places.ts'

const app = await startConsole()
const browser = await startBrowser()
const TITLE = 'Medical history'

async function practice() {
  const clinic = await app.clinic({ name: 'Palm Clinic', name_ar: 'عيادة النخلة' })
  const branch = await app.branch(clinic)
  const [doctor, patient] = [await app.doctor([branch]), await app.patient(branch, { first_name: 'Huda' })]
  const visit = await visitOf(app, { clinic, branch, doctor, patient })
  await app.write(clinic, tx => createForm(tx, { title: TITLE, fields: QUESTIONS }))
  const company = [clinic.company_id]
  const kept = () =>
    app.sql<{ id: string; status: string; answers: object }>(
      'select id, status, answers from form_submission where company_id = $1',
      company,
    )
  return {
    ...{ clinic, visit, kept, at: (path: string) => `${app.url}/c/${clinic.company_id}${path}` },
    forms: `/patients/${patient.id}/forms`,
    stands: async () => (await kept()).map(({ status, answers }) => ({ status, answers })),
    told: async () =>
      (
        await app.sql<{ type: string }>(`select type from event where company_id = $1 and type like 'form.%'`, company)
      ).map(({ type }) => type),
  }
}

const drawer = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })

test('the desk fills in a form of every kind of question from a visit: a draft is told to none, gone on with later, and once submitted form.submitted is fired once', async () => {
  const { clinic, visit, at, forms, stands, told } = await practice()
  const { page, violations, close } = await openAs(app, browser, { clinic, role: 'receptionist' })
  await openAt(page, at(`/day?open=${visit}`))
  await page.getByRole('link', { name: 'Fill in a form' }).click()
  const filling = drawer(page, 'Fill in a form')
  await filling.getByRole('button', { name: /Medical history/ }).click()
  const write = (name: string, text: string, within = filling) =>
    within.getByRole('textbox', { name, exact: true }).fill(text)
  await filling.getByRole('radio', { name: 'Yes' }).check()
  await write('Occupation', 'Teacher')
  await page.keyboard.press('Enter')
  await eventually(stands, [{ status: 'DRAFT', answers: { smoker: true, work: 'Teacher' } }])
  assert.deepEqual(await told(), [])

  await openAt(page, at(`${forms}?open=fill`))
  await filling.getByRole('button', { name: /Medical history.*Begun/ }).click()
  const form = drawer(page, 'Form')
  await form.getByRole('checkbox', { name: 'Penicillin' }).check()
  await form.getByRole('combobox', { name: 'Who sent you?' }).selectOption('friend')
  const typed = { Illnesses: 'Asthma', 'Weight in kg': '٧٢٫٥', 'E-mail': 'h@patients.example', Mobile: '+966501234567' }
  for (const [name, text] of Object.entries(typed)) await write(name, text, form)
  await write('How much does it hurt?', '11', form)
  await write('Which teeth hurt?', '11، 26', form)
  await form.getByLabel('Since when').fill('2026-01-31')
  await form.getByLabel('When to call').fill('09:30')
  await form.getByRole('button', { name: 'Submit' }).click()
  await form.getByText('Required').waitFor()
  await form.getByText('At most').waitFor()
  assert.match(await focused(page), /How many a day/)
  await assertAccessible(page, 'answers')
  await write('How many a day?', '5', form)
  await write('How much does it hurt?', '0', form)
  await form.getByRole('button', { name: 'Submit' }).click()
  const answers = {
    ...{ smoker: true, work: 'Teacher', perDay: 5, allergies: ['penicillin'], heard: 'friend', illness: 'Asthma' },
    ...{ weight: 72.5, pain: 0, since: '2026-01-31', reach: '09:30', mail: 'h@patients.example' },
    ...{ mobile: '+966501234567', sore: [11, 26] },
  }
  await eventually(stands, [{ status: 'SUBMITTED', answers }])
  await form.getByText('A friend').waitFor()
  assert.equal(await form.getByRole('textbox').count(), 0)
  assert.deepEqual(await told(), ['form.submitted'])
  await openAt(page, at(`${forms}?open=fill`))
  await filling.getByText('Answered').waitFor()
  assert.ok(await filling.getByRole('button', { name: /Medical history/ }).isDisabled())
  assert.deepEqual(violations, [])
  await close()
})

test('what the patient submitted while the desk typed is shown with who did it, and stands; it is told once', async () => {
  const { clinic, at, forms, kept, stands, told } = await practice()
  const { page, close } = await openAs(
    app,
    browser,
    { clinic, role: 'receptionist' },
    { viewport: PHONE, locale: 'ar' },
  )
  await openAt(page, at(`${forms}?open=fill`))
  const filling = drawer(page, 'تعبئة نموذج')
  await filling.getByRole('button', { name: /Medical history/ }).click()
  await filling.getByRole('radio', { name: 'نعم' }).check()
  await filling.getByRole('textbox', { name: 'كم سيجارة في اليوم؟' }).waitFor()
  await filling.getByRole('radio', { name: 'لا' }).check()
  await assertFits(page, 'phone')
  await assertAccessible(page, 'phone')
  await filling.getByRole('button', { name: 'حفظ مسودة' }).click()
  await eventually(stands, [{ status: 'DRAFT', answers: { smoker: false } }])
  const form = drawer(page, 'نموذج')
  await form.getByRole('textbox', { name: 'المهنة' }).fill('معلمة')
  const answers = { smoker: false, work: 'طبيبة' }
  for (const { id } of await kept()) await app.write(clinic, tx => completeDraft(tx, { id, answers, submit: true }))
  await form.getByRole('button', { name: 'إرسال الإجابات' }).click()
  const asked = page.getByRole('dialog').filter({ hasText: 'طبيبة' })
  await asked.getByRole('button').and(page.locator('[data-autofocus]')).click()
  await form.getByText('طبيبة').waitFor()
  assert.deepEqual(await stands(), [{ status: 'SUBMITTED', answers }])
  assert.deepEqual(await told(), ['form.submitted'])
  await close()
})
