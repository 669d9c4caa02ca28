import assert from 'node:assert/strict'
import { test } from 'node:test'
import { at } from '../../server/test/support/clock.ts'
import { startBrowser } from './browser.ts'
import { assertAccessible, assertFits, PHONE, startConsole } from './console.ts'
import { openAs } from './logged-in.ts'
import { openAt } from './places.ts'

const app = await startConsole()
const browser = await startBrowser()

/** A visit by video, today. */
async function online({ sandbox = false, isOnline = true } = {}) {
  const clinic = await app.clinic({ name: 'Palm Clinic', name_ar: 'عيادة النخلة', sandbox })
  const { company_id } = clinic
  const branch = await app.branch(clinic)
  const [doctor, patient] = [await app.doctor([branch]), await app.patient(branch)]
  const visit = await app.insert('appointment', {
    ...{ company_id, id: 'apt_by_video', branch_id: branch.id, doctor_id: doctor.id, patient_id: patient.id },
    ...{ starts_at: at('12:00', 0), ends_at: at('12:30', 0), status: 'CHECKEDIN', is_online: isOnline },
    ...{ created_at: at('08:00', -1), updated_at: at('08:00', -1) },
  })
  const told = () => app.sql(`select id from event where company_id = $1 and type = 'videocall.started'`, [company_id])
  return { clinic, doctor, told, address: `${app.url}/c/${company_id}/day?open=${visit.id}` }
}

test('the doctor starts the call of their visit: it opens in a window of its own, and is told once however often it is opened', async () => {
  const { clinic, doctor, told, address } = await online({ sandbox: true })
  const { page, violations, close } = await openAs(app, browser, { clinic, role: 'doctor', practitioner: doctor })
  await openAt(page, address)
  const start = page.getByRole('button', { name: 'Start the video call' })
  const opened = page.context().waitForEvent('page')
  await start.click()
  await (await opened).getByRole('heading', { name: 'Here the video call would be' }).waitFor()
  await page.getByRole('link', { name: 'To the call' }).waitFor()
  const again = page.context().waitForEvent('page')
  await start.click()
  await again
  assert.equal((await told()).length, 1)
  await assertAccessible(page, 'a visit by video')
  assert.deepEqual(violations, [])
  await close()
})

test('where the clinic has not said where calls take place the button says why it cannot be pressed, on a phone in Arabic too', async () => {
  const { clinic, told, address } = await online()
  const { page, violations, close } = await openAs(app, browser, { clinic })
  await openAt(page, address)
  const start = page.getByRole('button', { name: 'Start the video call' })
  await start.waitFor()
  assert.ok(await start.isDisabled())
  await page.getByText('The clinic has not said where its video calls take place.').waitFor()
  await close()
  const phone = await openAs(app, browser, { clinic }, { locale: 'ar-SA', viewport: PHONE, hasTouch: true })
  await openAt(phone.page, address)
  await phone.page.getByText('لم يُحدَّد بعد أين تُجرى مكالمات الفيديو').waitFor()
  await assertFits(phone.page, 'a visit by video')
  assert.deepEqual([...violations, ...phone.violations], [])
  assert.deepEqual(await told(), [])
  await phone.close()
})

test('a visit in the practice has no call', async () => {
  const { clinic, address } = await online({ sandbox: true, isOnline: false })
  const { page, close } = await openAs(app, browser, { clinic })
  await openAt(page, address)
  await page.getByRole('dialog', { name: 'Visit' }).getByText('Time').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Start the video call' }).count(), 0)
  await close()
})
