import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../../server/test/support/eventually.ts'
import { startBrowser } from './browser.ts'
import { assertAccessible, assertFits, PHONE, startConsole } from './console.ts'
import { openAs } from './logged-in.ts'
import { seedRecords } from './patient-scene.ts'
import { openAt } from './places.ts'

const app = await startConsole()
const browser = await startBrowser()

async function written() {
  const clinic = await app.clinic({ name: 'Palm Clinic', name_ar: 'عيادة النخلة', sandbox: true })
  const branch = await app.branch(clinic)
  const patient = await app.patient(branch, { first_name: 'Sara', phone_number: '+966501112233' })
  await seedRecords(app, branch, patient)
  return { clinic, branch, at: (tab: string) => `${app.url}/c/${clinic.company_id}/patients/${patient.id}/${tab}` }
}

test('the desk writes to a patient and finds the message in the thread and, for those who may read it, in the timeline', async () => {
  const { clinic, at } = await written()
  const { page, violations, close } = await openAs(app, browser, { clinic, role: 'receptionist' })
  await openAt(page, at('messages'))
  await page.getByText('No messages yet').waitFor()
  const form = page.getByRole('form', { name: 'Write a message' })
  await form.getByRole('button', { name: 'Send' }).click()
  await form.getByText('Required').waitFor()
  await form.getByLabel('Text').fill('Your crown is ready.')
  await form.getByRole('button', { name: 'Send' }).click()
  const sent = () => app.sql('select text, channel from communication where company_id = $1', [clinic.company_id])
  await eventually(sent, [{ text: 'Your crown is ready.', channel: 'sms' }])
  await page.getByRole('list', { name: 'Messages' }).getByText('Your crown is ready.').waitFor()
  assert.equal(await form.getByLabel('Text').inputValue(), '')
  await assertAccessible(page, 'messages')
  await page.getByRole('link', { name: 'Timeline' }).click()
  const story = page.getByRole('list', { name: 'Timeline' })
  await story.getByText('Your crown is ready.').waitFor()
  await story.getByText('Consent to an extraction').waitFor()
  await page.getByLabel('Show').selectOption('File')
  await story.getByText('referral.pdf').waitFor()
  await story.getByText('Your crown is ready.').waitFor({ state: 'detached' })
  await assertAccessible(page, 'a timeline')
  assert.deepEqual(violations, [])
  await close()
})

test('an accountant is told of no file, form or message, on a phone in Arabic', async () => {
  const { clinic, at } = await written()
  const options = { locale: 'ar-SA', viewport: PHONE, hasTouch: true }
  const { page, violations, close } = await openAs(app, browser, { clinic, role: 'accountant' }, options)
  await openAt(page, at('timeline'))
  await page.getByText('لم يحدث شيء بعد').waitFor()
  assert.equal(await page.getByRole('link', { name: 'الرسائل' }).count(), 0)
  await assertFits(page, 'a timeline')
  assert.deepEqual(violations, [])
  await close()
})
